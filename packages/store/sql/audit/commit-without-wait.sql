-- The commit of the transaction does not wait for the disk.
SET LOCAL synchronous_commit = off
