# Finch: a bot in Perl, with the JSON reader that comes with it. It is a mimic: it does what a rival did last.
#
# It shows how to read events: what this bot has seen happen since its last message, oldest first.

use strict;
use warnings;
use JSON::PP;

$| = 1;    # flush each line: the answer must not wait in a buffer

my $json = JSON::PP->new->utf8;
my $seat = 0;
my $heard = "";    # the kind of a rival's last action: the first word of "warrior d3 2"

while (my $line = <STDIN>) {
    my $message = $json->decode($line);
    my $type = $message->{type};
    if ($type eq "start") {
        $seat = $message->{seat};
        srand($message->{seed});    # all its luck comes from the arena's seed: the match can be repeated
    }
    elsif ($type eq "act") {
        for my $event (@{$message->{events}}) {
            next unless $event->{event} eq "action" && $event->{seat} != $seat;
            ($heard) = split / /, $event->{action};
        }
        my @legal = @{$message->{legal}};
        my @same = grep { (split / /)[0] eq $heard && $_ ne "pass" } @legal;
        my @other = grep { $_ ne "pass" } @legal;
        my @choice = @same ? @same : @other ? @other : @legal;
        print $json->encode({id => $message->{id}, action => $choice[rand @choice]}), "\n";
    }
    elsif ($type eq "quit") {
        last;
    }
}
