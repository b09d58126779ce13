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

export interface Transcription {
  /** Resolves with the text, which is empty if nothing was understood. */
  stop(): Promise<string>;
}

/** How long the browser may take for the last words, in milliseconds. */
const LAST_WORDS_MS = 1_500;

/** Starts a transcription of the person's speech; `null` if the browser has none. */
export function transcribe(): Transcription | null {
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
          const timer = setTimeout(done, LAST_WORDS_MS);
          recognition.onend = () => {
            clearTimeout(timer);
            done();
          };
          recognition.stop();
        }),
    };
  } catch {
    return null;
  }
}
