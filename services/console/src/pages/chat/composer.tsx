import { Check, Mic, Paperclip, SendHorizontal, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, Dispatch, KeyboardEvent, SetStateAction } from 'react';
import { FileTrigger } from 'react-aria-components';
import { Button, IconButton } from '../../ui/button.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { AttachmentStrip } from './attachments.tsx';
import type { Attachments } from './attachments.tsx';
import styles from './composer.module.css';
import type { Draft } from './outgoing.ts';
import { canRecord, useVoiceRecorder } from './use-voice-recorder.ts';

/** What the service accepts. */
const TEXT_LENGTH_MAX = 32_768;
const HEIGHT_PX_MAX = 200;

interface ComposerProps {
  agentId: string;
  agentName: string;
  attachments: Attachments;
  onSend: (draft: Draft) => void;
}

export function Composer({ agentId, agentName, attachments, onSend }: ComposerProps) {
  const [text, setText] = useDraftText(agentId);
  const [audio, setAudio] = useState<Blob | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const recorder = useVoiceRecorder(({ audio: recorded, transcript }) => {
    setAudio(recorded);
    setText((written) => [written, transcript].filter(Boolean).join(' '));
    input.current?.focus();
  });
  useEffect(() => fitHeight(input.current), [text]);

  const isEmpty = text.trim() === '' && attachments.items.length === 0 && audio === null;
  function send(): void {
    if (isEmpty || attachments.isScaling) return;
    onSend({ text: text.trim(), attached: attachments.take(), audio });
    setText('');
    setAudio(null);
    input.current?.focus();
  }
  function onKeyDown(event: KeyboardEvent): void {
    // While letters are composed, Enter accepts a suggestion. On a touch screen Enter is a line break.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    if (window.matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    send();
  }
  function onPaste(event: ClipboardEvent): void {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void attachments.add(files);
  }

  return (
    <form
      className={styles.composer}
      aria-label="New message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <div className={styles.box}>
        <AttachmentStrip attachments={attachments} audio={audio} onRemoveAudio={() => setAudio(null)} />
        {recorder.startedAt !== null ? (
          <RecordingBar
            startedAt={recorder.startedAt}
            onFinish={recorder.finish}
            onCancel={recorder.cancel}
          />
        ) : (
          <div className={styles.row}>
            <FileTrigger
              allowsMultiple
              onSelect={(files) => files !== null && void attachments.add([...files])}
            >
              <IconButton label="Add files" icon={<Paperclip size={20} />} />
            </FileTrigger>
            <textarea
              ref={input}
              className={styles.input}
              rows={1}
              aria-label={`Message to ${visibleText(agentName)}`}
              placeholder={audio === null ? `Message ${visibleText(agentName)}` : 'What you said, in words'}
              maxLength={TEXT_LENGTH_MAX}
              value={text}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
              onPaste={onPaste}
            />
            {canRecord && audio === null && (
              <IconButton
                label="Record a voice message"
                icon={<Mic size={20} />}
                onPress={() => void recorder.start()}
              />
            )}
            <IconButton
              label="Send"
              type="submit"
              className={styles.send ?? ''}
              isDisabled={isEmpty || attachments.isScaling}
              icon={<SendHorizontal size={20} />}
            />
          </div>
        )}
      </div>
      {attachments.isScaling && (
        <p className={styles.hint} role="status">
          Resizing a photo…
        </p>
      )}
      {audio !== null && text.trim() === '' && (
        <p className={styles.hint}>Type what you said, so that the agent can read it.</p>
      )}
    </form>
  );
}

function fitHeight(element: HTMLTextAreaElement | null): void {
  if (element === null) return;
  element.style.height = 'auto';
  element.style.height = `${Math.min(element.scrollHeight, HEIGHT_PX_MAX)}px`;
}

interface RecordingBarProps {
  startedAt: Date;
  onFinish: () => void;
  onCancel: () => void;
}

function RecordingBar({ startedAt, onFinish, onCancel }: RecordingBarProps) {
  const now = useNow(250);
  const seconds = Math.max(0, Math.floor((now.getTime() - startedAt.getTime()) / 1_000));
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className={styles.bar}>
      <span className="row gap-2 grows">
        <span className={styles.dot} aria-hidden />
        <span role="status">Recording</span> <span className="muted figures">{clock}</span>
      </span>
      <Button size="small" variant="quiet" icon={X} onPress={onCancel}>
        Discard
      </Button>
      <Button size="small" variant="primary" autoFocus icon={Check} onPress={onFinish}>
        Done
      </Button>
    </div>
  );
}

const KEY = 'draft:';

/** In this window it is still there after the person has looked at another page or reloaded this one. */
function useDraftText(agentId: string): [string, Dispatch<SetStateAction<string>>] {
  const key = KEY + agentId;
  const [text, setText] = useState(() => stored(() => sessionStorage.getItem(key)) ?? '');
  useEffect(() => {
    stored(() => (text === '' ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, text)));
  }, [key, text]);
  return [text, setText];
}

/** If the browser stores nothing, or has no room, writing and sending still work. */
function stored<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

/** No unsent text of this person may remain for the next one. */
export function forgetDrafts(): void {
  stored(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
  });
}
