import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { conversationsQuery, messagesQuery, sendMessage } from '../../api/conversations.ts';
import { Store } from '../../live/listeners.ts';
import { isPicture } from './attachments.tsx';
import type { Attachment } from './attachments.tsx';
import { RepeatKey } from './repeat-key.ts';
import { Upload, UploadCancelled } from './upload.ts';

export interface Draft {
  text: string;
  attached: readonly Attachment[];
  audio: Blob | null;
}

export interface OutgoingFile {
  id: number;
  name: string;
  isRecording: boolean;
  file: Blob;
  upload: Upload;
}

/** Messages written before the answer to the first go into the conversation that the first has opened. */
interface Beginning {
  conversationId: string | null;
}

/** A message that the service does not have yet. It is shown until the history has it. */
export interface Outgoing {
  id: number;
  agentId: string;
  /** The conversation it was written in, `null` for a new one. */
  conversationId: string | null;
  beginning: Beginning;
  text: string;
  files: readonly OutgoingFile[];
  /** When the newest message was written that the history had when this one was; `null` if it had none. */
  after: string | null;
  /** By which the history knows it; `null` until the service has it. */
  messageId: string | null;
  /** By which the service knows it, if it has come though no answer did. */
  repeatKey: RepeatKey;
  /** Why it was not sent; `null` if the person has mended that. */
  error: unknown;
  isFailed: boolean;
}

/** A file of the message has not arrived, and says why. */
export class FileMissing extends Error {}

let lastId = 0;
/** The end of what is being sent to an agent. */
const queues = new Map<string, Promise<void>>();
/** Messages go on while the person looks at another page. */
const all = new Store<readonly Outgoing[]>([]);

export function discardOutgoing(item: Outgoing): void {
  for (const { upload } of item.files) upload.cancel();
  change(all.read().filter(({ id }) => id !== item.id));
}

export function leaveOut(item: Outgoing, file: OutgoingFile): void {
  const files = item.files.filter((other) => other !== file);
  if (files.length === 0 && item.text === '') return discardOutgoing(item);
  file.upload.cancel();
  replace(item, { files, error: null });
}

/** @param onBegun gets the conversation that the message has opened */
function transmit(item: Outgoing, queries: QueryClient, onBegun: (conversationId: string) => void): void {
  const { agentId, beginning, text, files, repeatKey } = item;
  const uploaded = Promise.all(files.map(({ upload }) => upload.start())).catch((cause: unknown) => {
    throw cause instanceof UploadCancelled ? cause : new FileMissing('A file is missing', { cause });
  });
  // Of a message that waits for others this may fail before anybody looks.
  uploaded.catch(() => {});
  const work = async (): Promise<void> => {
    try {
      const mediaIds = await uploaded;
      const conversationId = item.conversationId ?? beginning.conversationId;
      const message = {
        text: text || undefined,
        conversation_id: conversationId ?? undefined,
        media_ids: mediaIds.length > 0 ? mediaIds : undefined,
      };
      const sent = await sendMessage(agentId, message, repeatKey.of(message));
      beginning.conversationId ??= sent.conversation_id;
      replace(item, { messageId: sent.message_id });
      // Read before the message is removed here, so that it never disappears in between.
      await Promise.allSettled([
        queries.invalidateQueries({ queryKey: messagesQuery(sent.conversation_id).queryKey }),
        queries.invalidateQueries({ queryKey: conversationsQuery.queryKey }),
      ]);
      void queries.invalidateQueries({ queryKey: ['events', agentId] });
      discardOutgoing(item);
      if (item.conversationId !== null) return;
      moveTo(sent.conversation_id, beginning);
      onBegun(sent.conversation_id);
    } catch (error) {
      replace(item, { isFailed: true, error });
      if (areFilesGone(error)) for (const { upload } of files) upload.forget();
    }
  };
  queues.set(agentId, (queues.get(agentId) ?? Promise.resolve()).then(work));
}

function newestOf(conversationId: string | null, queries: QueryClient): string | null {
  if (conversationId === null) return null;
  const history = queries.getQueryData(messagesQuery(conversationId).queryKey);
  return history?.pages[0]?.[0]?.created_at ?? null;
}

/** What was written behind the message that has opened a conversation is in this conversation. */
function moveTo(conversationId: string, beginning: Beginning): void {
  change(all.read().map((item) => (item.beginning === beginning ? { ...item, conversationId } : item)));
}

/** A message has taken the files that this one names, or they have waited for too long. */
export function areFilesGone(error: unknown): boolean {
  return error instanceof ApiError && error.fields.some(({ path }) => path.startsWith('body.media_ids.'));
}

function replace({ id }: Outgoing, changed: Partial<Outgoing>): void {
  change(all.read().map((item) => (item.id === id ? { ...item, ...changed } : item)));
}

/** The browser asks a person who leaves while a message is only here. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function change(next: readonly Outgoing[]): void {
  if (next.some(({ messageId }) => messageId === null))
    window.addEventListener('beforeunload', askBeforeLeaving);
  else window.removeEventListener('beforeunload', askBeforeLeaving);
  all.set(next);
}

/** @param onBegun gets the conversation that a message has opened, if the page still shows its place. */
export function useOutgoing(agentId: string, conversationId: string | null, onBegun: (id: string) => void) {
  const queries = useQueryClient();
  const everything = useSyncExternalStore(all.subscribe, all.read);
  const items = useMemo(
    () => everything.filter((item) => item.agentId === agentId && item.conversationId === conversationId),
    [everything, agentId, conversationId],
  );
  const begun = useRef<Beginning>({ conversationId: null });
  useEffect(() => {
    if (conversationId !== begun.current.conversationId) begun.current = { conversationId: null };
  }, [conversationId]);
  useEffect(() => () => void (begun.current = { conversationId: null }), []);

  const start = (item: Outgoing): void =>
    // A person who has gone elsewhere meanwhile is not taken back.
    transmit(item, queries, (id) => begun.current === item.beginning && onBegun(id));
  /** Behind those written to the agent before, so that they arrive in this order. Its files go at once. */
  function send({ text, attached, audio }: Draft): void {
    lastId += 1;
    const files: OutgoingFile[] = attached.map(({ id, file }) => {
      const upload = new Upload(file, isPicture(file) ? null : file.name);
      return { id, name: file.name, isRecording: false, file, upload };
    });
    if (audio !== null) {
      const upload = new Upload(audio, null);
      files.push({ id: 0, name: 'the recording', isRecording: true, file: audio, upload });
    }
    const item: Outgoing = {
      ...{ id: lastId, agentId, conversationId, beginning: begun.current, text, files },
      ...{ after: newestOf(conversationId, queries), repeatKey: new RepeatKey() },
      ...{ messageId: null, error: null, isFailed: false },
    };
    change([...all.read(), item]);
    start(item);
  }
  function retry(item: Outgoing): void {
    // It may have been written before the person looked at another page.
    if (item.conversationId === null) begun.current = item.beginning;
    replace(item, { isFailed: false, error: null });
    start(item);
  }
  return { items, send, retry };
}
