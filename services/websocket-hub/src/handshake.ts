import { newId, secretHash } from '@svc/domain';
import type { CloseReason } from '@svc/domain';
import { fieldErrorsOf, validateAuthFrame } from '@svc/proto-events';
import { mayEnter, proveAgent } from '@svc/store';
import type { AgentCredential, AgentIdentity, AgentProof, AgentProofStore } from '@svc/store';
import { smallFrame } from './upgrade.js';
import type { AuthOkFrame, ErrorFrame } from '@svc/proto-events';
import type { HubStore } from './claims.js';

export type HandshakeResult = { accepted: false; reason: CloseReason; detail?: string } | AcceptedHandshake;

/** What an agent may ask for by `features`. */
const FEATURES = ['event_meta', 'resume_runs'] as const;

/** What an agent has asked for in its auth frame. */
export interface SessionFeatures {
  /** Its events carry their id, their number and when they were written. */
  hasMeta: boolean;
  /** It acknowledges events itself. */
  waitsForAcks: boolean;
  /** Runs that it has left are offered again. */
  resumesRuns: boolean;
}

export interface AcceptedHandshake {
  accepted: true;
  sessionId: string;
  agent: AgentIdentity;
  /** Every waiting event is pushed, also those that are otherwise left for polls. */
  resume: boolean;
  /** The agent has its log up to this number; `null` if it did not say. */
  after: number | null;
  /** Those that it asks for and that there are; `null` if it asks for none. */
  features: readonly (typeof FEATURES)[number][] | null;
  sessionFeatures: SessionFeatures;
  credential: AgentCredential;
  /** By what the session is found when its secret or key is revoked. */
  openedBy: { secretHash: Uint8Array } | { keyId: string };
}

/** No other text can be an id, and the database would not even accept some texts. */
const POSSIBLE_ID = /^[\w-]+$/;

/**
 * Specification, "Authentication", WebSocket. 4001: no valid auth frame. 4003: path and frame name different
 * agents, or the secret is wrong. 4004: the agent is unknown. 4010: the key has ended. 4011: its scope is
 * missing.
 */
export async function judgeFirstFrame(
  first: { pathAgentId: string; data: Buffer },
  store: AgentProofStore,
  nowMs: number,
): Promise<HandshakeResult> {
  const frame = smallFrame(first.data);
  if (!validateAuthFrame(frame)) {
    const detail = fieldErrorsOf(validateAuthFrame)
      .map(({ path, message }) => `${path || 'the first frame'} ${message}`)
      .join(', ');
    return { accepted: false, reason: 'notAuthenticated', detail };
  }
  if (frame.agent_id !== first.pathAgentId) {
    return { accepted: false, reason: 'invalidSecret', detail: 'agent_id is not that of the path' };
  }
  if (!POSSIBLE_ID.test(frame.agent_id)) return { accepted: false, reason: 'agentNotFound' };
  const claim = { agentId: frame.agent_id, secret: frame.secret };
  const proof = await proveAgent(store, claim, nowMs);
  if (proof.outcome !== 'proven') return { accepted: false, reason: CLOSE_REASON_OF[proof.outcome] };
  const { agent, credential } = proof;
  if (!mayEnter(credential, ['events'])) return { accepted: false, reason: 'scopeMissing' };
  const openedBy =
    credential.kind === 'key' ? { keyId: credential.keyId } : { secretHash: secretHash(claim.secret) };
  const { resume = false, after = null } = frame;
  const features = frame.features && FEATURES.filter((feature) => frame.features?.includes(feature));
  const waitsForAcks = frame.ack === 'program';
  const hasMeta = waitsForAcks || features?.includes('event_meta') === true;
  const resumesRuns = features?.includes('resume_runs') === true;
  const sessionFeatures = { hasMeta, waitsForAcks, resumesRuns };
  const asked = { resume, after, features: features ?? null, sessionFeatures };
  return { accepted: true, sessionId: newId('session'), agent, ...asked, credential, openedBy };
}

const CLOSE_REASON_OF: Record<Exclude<AgentProof['outcome'], 'proven'>, CloseReason> = {
  unknown_agent: 'agentNotFound',
  wrong: 'invalidSecret',
  key_expired: 'credentialsRevoked',
  key_revoked: 'credentialsRevoked',
};

/** Where a session begins in the log of its agent. */
export interface LogPosition {
  after: number | null;
  /** The number of the agent's newest event; `null` if it did not ask. */
  lastSeq: number | null;
  isReplayed: boolean;
  /** The position of that event in the order of pushes. */
  pushNo: number;
}

/** A number beyond the newest is of another log, so nothing of this one is sent again. */
export async function logPosition(
  { channels }: Pick<HubStore, 'channels'>,
  agentId: string,
  after: number | null,
): Promise<LogPosition> {
  if (after === null) return { after, lastSeq: null, isReplayed: false, pushNo: 0 };
  const { lastSeq, pushNo } = await channels.websocket.positionOf(agentId, after);
  return { after, lastSeq, isReplayed: after <= lastSeq, pushNo };
}

export function greeting(
  { sessionId, agent, features, sessionFeatures }: AcceptedHandshake,
  { after, lastSeq, isReplayed }: LogPosition,
): string[] {
  const authOk: AuthOkFrame = {
    ...{ type: 'auth_ok', session_id: sessionId, agent_name: agent.agentName },
    ...(features !== null && { features: [...features] }),
    ...(sessionFeatures.waitsForAcks && { ack: 'program' }),
  };
  if (after === null || lastSeq === null) return [JSON.stringify(authOk)];
  const numbered = JSON.stringify({ ...authOk, last_seq: lastSeq } satisfies AuthOkFrame);
  if (isReplayed) return [numbered];
  const detail = `after must not be beyond the number of the newest event, which is ${lastSeq}`;
  return [numbered, JSON.stringify({ type: 'error', detail } satisfies ErrorFrame)];
}
