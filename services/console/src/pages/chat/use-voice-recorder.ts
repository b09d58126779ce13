import { useEffect, useRef, useState } from 'react';
import { toast } from '../../ui/feedback.tsx';

/** The service accepts 10 MiB; at the browsers' rates this is far below it. */
const LENGTH_MS_MAX = 5 * 60_000;
const BITS_PER_SECOND = 64_000;
/** The formats that phones and agents play best come first. */
const TYPES = ['audio/mp4', 'audio/webm;codecs=opus', 'audio/ogg;codecs=opus'];

interface Recording {
  audio: Blob;
  /** The browser's transcription; empty if there is none. */
  transcript: string;
}

/** Browsers allow the microphone only on pages that came over HTTPS or from the machine itself. */
export const canRecord =
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function';

export function useVoiceRecorder(onRecorded: (recording: Recording) => void) {
  /** Ends what is being recorded; `null` while nothing is. */
  const end = useRef<((isKept: boolean) => void) | null>(null);
  const [startedAt, setStartedAt] = useState<Date | null>(null);

  useEffect(() => () => end.current?.(false), []);

  async function start(): Promise<void> {
    if (end.current !== null) return;
    let stream: MediaStream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    } catch {
      const text = 'The browser blocked the microphone. Allow it for this page and try again.';
      return toast({ tone: 'bad', text });
    }
    const type = TYPES.find((candidate) => MediaRecorder.isTypeSupported(candidate));
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: BITS_PER_SECOND,
      ...(type !== undefined && { mimeType: type }),
    });
    const transcription = transcribe();
    const timer = setTimeout(() => end.current?.(true), LENGTH_MS_MAX);
    const parts: Blob[] = [];
    let isWanted = false;
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = async () => {
      clearTimeout(timer);
      for (const track of stream.getTracks()) track.stop();
      end.current = null;
      setStartedAt(null);
      const transcript = (await transcription?.stop()) ?? '';
      const audio = new Blob(parts, { type: recorder.mimeType });
      if (isWanted && audio.size > 0) onRecorded({ audio, transcript });
    };
    end.current = (isKept) => {
      isWanted = isKept;
      recorder.stop();
    };
    recorder.start();
    setStartedAt(new Date());
  }

  return { startedAt, start, finish: () => end.current?.(true), cancel: () => end.current?.(false) };
}

/** The part of the Web Speech API that is used here. TypeScript's library does not describe it. */
interface Recognition {
  continuous: boolean;
  interimResults: boolean;
  lang: string;
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null;
  onend: (() => void) | null;
  onerror: (() => void) | null;
  start(): void;
  stop(): void;
}

interface Transcription {
  /** Resolves with the text, which is empty if nothing was understood. */
  stop(): Promise<string>;
}

/** How long the browser may take for the last words, in milliseconds. */
const LAST_WORDS_MS = 1_500;

function transcribe(): Transcription | null {
  const names = window as unknown as Record<string, (new () => Recognition) | undefined>;
  const Constructor = names['SpeechRecognition'] ?? names['webkitSpeechRecognition'];
  if (Constructor === undefined) return null;
  let text = '';
  try {
    const recognition = new Constructor();
    recognition.continuous = true;
    recognition.interimResults = false;
    recognition.lang = navigator.language;
    recognition.onresult = ({ results }) => {
      text = Array.from(results, (result) => result[0]?.transcript ?? '')
        .join(' ')
        .trim();
    };
    recognition.onerror = () => undefined;
    recognition.start();
    return {
      stop: () =>
        new Promise((resolve) => {
          const done = (): void => resolve(text);
          // Whichever comes first.
          setTimeout(done, LAST_WORDS_MS);
          recognition.onend = done;
          recognition.stop();
        }),
    };
  } catch {
    return null;
  }
}
