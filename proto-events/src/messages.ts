import type {
  MessageAbortFrame,
  MessageDeltaFrame,
  MessageEndFrame,
  MessageStartFrame,
} from './generated/types.js';

/** A frame of a message whose text grows. */
export type StreamFrame = MessageStartFrame | MessageDeltaFrame | MessageEndFrame | MessageAbortFrame;
