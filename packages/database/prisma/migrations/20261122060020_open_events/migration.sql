-- What it served is found by the two indexes of pending and of waiting events. Alone and last: reading waits as well while it goes.
DROP INDEX "event_open_idx";
