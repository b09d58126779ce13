import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionQuery } from '../api/account.ts';
import { conversationsQuery } from '../api/conversations.ts';
import { growingListener } from './growing-messages.ts';
import { Store } from './listeners.ts';
import { LiveConnection } from './live-connection.ts';
import type { LiveSocket, LiveState } from './live-connection.ts';
import type { ChangeFrame, StreamFrame } from './live-frame.ts';
import { refresh, touchedKeys } from './touched-keys.ts';
import { hearTyping } from './typing.ts';

/** If the page was hidden for longer, its connection may be dead although it seems open. In milliseconds. */
const AWAY_MS_MAX = 60_000;
/** Lists of conversations are read again so often at most, in milliseconds. */
const LISTS_PAUSE_MS = 1_000;

/** For so long the page waits for its first connection before it reads without one, in milliseconds. */
const FIRST_MS_MAX = 1_000;

/** @returns whether the page may read: from then on a hint tells of each change, so nothing is read twice. */
export function useLiveUpdates(): boolean {
  const queries = useQueryClient();
  const [mayRead, setMayRead] = useState(false);
  useEffect(() => {
    let hasRead = false;
    const read = (): void => setMayRead((hasRead = true));
    const timer = setTimeout(read, FIRST_MS_MAX);
    const connection = new LiveConnection({
      openSocket: () => {
        const socket = new WebSocket(socketUrl());
        socket.addEventListener('close', read);
        return socket as unknown as LiveSocket;
      },
      onFrame: frameListener(queries),
      onRefused: () => void refresh(queries, { queryKey: sessionQuery.queryKey }),
      onConnected: () => (hasRead ? void refresh(queries) : read()),
      onState: liveStore.set,
    });
    const leaving = new AbortController();
    watchPage(connection, leaving.signal);
    connection.start();
    return () => {
      clearTimeout(timer);
      leaving.abort();
      connection.stop();
      liveStore.set('connecting');
    };
  }, [queries]);
  return mayRead;
}

export function frameListener(queries: QueryClient): (frame: ChangeFrame | StreamFrame) => void {
  const hearGrowing = growingListener(queries);
  /** Whether lists of conversations changed in the pause after they were read; `undefined` outside of one. */
  let hasChanged: boolean | undefined;
  const readLists = (): void => {
    hasChanged = false;
    void refresh(queries, { queryKey: conversationsQuery.queryKey });
    setTimeout(() => {
      if (hasChanged === true) readLists();
      else hasChanged = undefined;
    }, LISTS_PAUSE_MS);
  };
  return (frame) => {
    if (frame.type === 'stream') return hearGrowing(frame);
    hearTyping(queries, frame);
    for (const queryKey of touchedKeys(frame)) {
      // Each message touches all lists of conversations, and an agent may send many.
      if (queryKey[0] !== conversationsQuery.queryKey[0]) void refresh(queries, { queryKey });
      else if (hasChanged === undefined) readLists();
      else hasChanged = true;
    }
  };
}

function watchPage(connection: LiveConnection, signal: AbortSignal): void {
  let hiddenAtMs = 0;
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') hiddenAtMs = Date.now();
    else if (hiddenAtMs > 0 && Date.now() - hiddenAtMs > AWAY_MS_MAX) connection.renew();
    if (document.visibilityState === 'visible') connection.hurry();
  };
  document.addEventListener('visibilitychange', onVisibility, { signal });
  for (const event of ['focus', 'online'])
    window.addEventListener(event, () => connection.hurry(), { signal });
  window.addEventListener('offline', () => connection.renew(), { signal });
}

function socketUrl(): string {
  const url = new URL('/ws/client', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}

/** The state of the page's one live connection. */
export const liveStore = new Store<LiveState>('connecting');
