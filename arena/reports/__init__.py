"""What people read: matches, tables and pages as text."""
