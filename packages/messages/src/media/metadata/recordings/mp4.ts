import { codeOf } from '../kept-parts.js';
import { boxAt, boxesIn, boxIn, makeFree } from './mp4-boxes.js';
import type { Box } from './mp4-boxes.js';
import { DroppedSamples } from './mp4-samples.js';
import { blank } from './recording-parts.js';
import type { RecordingParts } from './recording-parts.js';

interface Mp4 {
  bytes: Buffer;
  parts: RecordingParts;
  dropped: DroppedSamples;
  /** Their numbers. */
  droppedTracks: Set<number>;
  /** The usual size of a sample in fragments, by the number of its track. */
  sampleBytes: Map<number, number>;
  /** The kind of the track that is gone through. */
  kind: number;
  /** Where the fragment begins that is gone through. */
  fragmentAt: number;
  /** Something says of which tracks the data are. */
  isDescribed: boolean;
  data: Box[];
}

/** What is done with a box that stays. */
type Rule = (mp4: Mp4, box: Box) => void;
type Rules = ReadonlyMap<number, Rule>;

const FULL_BOX_BYTES = 4;
const [SOUND, VIDEO, RUN] = [codeOf('soun'), codeOf('vide'), codeOf('trun')];

/** An entry that tells of gaps has about 200 bytes: three names and twelve numbers. */
const GAPLESS_BYTES_MAX = 320;

/** Where the program that compressed a film names itself in the description of the film (ISO 14496-12, section 12.1.3). */
const COMPRESSOR = { from: 50, to: 82 };
/** Where a program puts its sign in the description of a sound or a film. */
const VENDOR = { from: 20, to: 24 };

const TABLES = rules({
  ...kept('stts ctts stss stsh stsc stsz stz2 stco co64 sgpd sbgp sdtp padb cslg stps'),
  stsd: (mp4, box) => eachEntry(mp4, box, (entry) => blankNames(mp4, entry)),
});
const MEDIA = rules({
  mdhd: blankTimes,
  hdlr: blankName,
  minf: inside({
    ...kept('smhd vmhd'),
    hdlr: blankName,
    dinf: inside({
      dref: (mp4, box) => eachEntry(mp4, box, (entry) => blankFrom(mp4, entry, FULL_BOX_BYTES)),
    }),
    stbl: (mp4, box) => walkInside(mp4, box, TABLES),
  }),
});
const TRACK = rules({
  tkhd: blankTimes,
  edts: inside(kept('elst')),
  mdia: (mp4, box) => walkInside(mp4, box, MEDIA),
});
const FRAGMENT_TRACK = rules(kept('tfhd tfdt trun sbgp sgpd sdtp'));
const FRAGMENT = rules({ ...kept('mfhd'), traf: stripFragmentTrack });

const META = rules({ hdlr: blankName, ilst: inside({ '----': stripEntry }) });

const MOVIE = rules({
  ...kept('iods'),
  mvhd: blankTimes,
  udta: inside({
    meta: (mp4, box) => walkInside(mp4, { ...box, content: box.content + FULL_BOX_BYTES }, META),
  }),
  trak: stripTrack,
  mvex: inside({ ...kept('mehd'), trex: noteDefaults }),
});

const FILE = rules({
  ...kept('ftyp styp sidx ssix'),
  mdat: (mp4, box) => void mp4.data.push(box),
  moov: (mp4, box) => {
    // What follows a part of it that is missing may be any track.
    mp4.isDescribed ||= box.isWhole;
    walkInside(mp4, box, MOVIE);
  },
  moof: (mp4, box) => {
    mp4.fragmentAt = box.at;
    walkInside(mp4, box, FRAGMENT);
  },
  mfra: inside(kept('tfra mfro')),
});

/**
 * An MP4 (ISO 14496-12) in which all that is not needed to play it has become `free`, in the same places: who made it where, when and with what. Of its
 * tracks those stay that are heard or seen. What cannot be read at the end goes.
 */
export function strippedMp4(bytes: Buffer, parts: RecordingParts): Buffer {
  const mp4: Mp4 = {
    bytes,
    parts,
    dropped: new DroppedSamples(bytes, parts),
    droppedTracks: new Set(),
    sampleBytes: new Map(),
    kind: SOUND,
    fragmentAt: 0,
    isDescribed: false,
    data: [],
  };
  const end = walk(mp4, { from: 0, to: bytes.length }, FILE);
  if (!mp4.isDescribed) for (const box of mp4.data) blankFrom(mp4, box, 0);
  return bytes.subarray(0, end);
}

/** Returns where that ends which can be read. */
function walk(mp4: Mp4, { from, to }: { from: number; to: number }, ofType: Rules): number {
  let at = from;
  while (at < to) {
    mp4.parts.begin();
    const box = boxAt(mp4.bytes, at, to);
    if (box === null) return at;
    const rule = ofType.get(box.type);
    if (rule === undefined) makeFree(mp4.bytes, box);
    else rule(mp4, box);
    at = box.end;
  }
  return at;
}

function walkInside(mp4: Mp4, { content, end }: Box, ofType: Rules): void {
  blank(mp4.bytes, walk(mp4, { from: content, to: end }, ofType), end);
}

function rules(byName: Readonly<Record<string, Rule>>): Rules {
  return new Map(Object.entries(byName).map(([name, rule]) => [codeOf(name), rule]));
}

function kept(names: string): Record<string, Rule> {
  return Object.fromEntries(names.split(' ').map((name) => [name, () => {}]));
}

function inside(byName: Readonly<Record<string, Rule>>): Rule {
  const ofType = rules(byName);
  return (mp4, box) => walkInside(mp4, box, ofType);
}

/** When it was made and changed are two numbers, of eight bytes each in version 1. */
function blankTimes({ bytes }: Mp4, { content, end }: Box): void {
  const times = content + FULL_BOX_BYTES;
  blank(bytes, times, Math.min(times + (bytes[content] === 1 ? 16 : 8), end));
}

/** The kind of a track stays. Its name and the sign of the program go. */
function blankName(mp4: Mp4, box: Box): void {
  blankFrom(mp4, box, FULL_BOX_BYTES + 8);
}

function blankFrom({ bytes }: Mp4, { content, end }: Box, offset: number): void {
  blank(bytes, Math.min(content + offset, end), end);
}

function blankNames({ bytes, kind }: Mp4, { at, end }: Box): void {
  for (const name of kind === VIDEO ? [VENDOR, COMPRESSOR] : [VENDOR]) {
    blank(bytes, Math.min(at + name.from, end), Math.min(at + name.to, end));
  }
}

/** The boxes behind the count with which some boxes begin. */
function eachEntry({ bytes, parts }: Mp4, { content, end }: Box, change: (entry: Box) => void): void {
  for (const entry of boxesIn(bytes, { content: content + FULL_BOX_BYTES + 4, end }, parts)) change(entry);
}

function stripTrack(mp4: Mp4, track: Box): void {
  const { bytes, parts } = mp4;
  const handler = boxIn(bytes, track, ['mdia', 'hdlr'], parts);
  const kind = handler === null ? 0 : numberAt(bytes, handler.content + 8, handler.end);
  if (kind === SOUND || kind === VIDEO) {
    mp4.kind = kind;
    return walkInside(mp4, track, TRACK);
  }
  const head = boxIn(bytes, track, ['tkhd'], parts);
  // The number stands behind the two times.
  if (head !== null)
    mp4.droppedTracks.add(numberAt(bytes, head.content + (bytes[head.content] === 1 ? 20 : 12), head.end));
  const tables = boxIn(bytes, track, ['mdia', 'minf', 'stbl'], parts);
  if (tables !== null) mp4.dropped.blankTrack(tables);
  makeFree(bytes, track);
}

/** How many samples at the beginning and the end are not to be played is all that an entry may say of its own name. */
function stripEntry({ bytes, parts }: Mp4, entry: Box): void {
  const name = boxIn(bytes, entry, ['name'], parts);
  const data = boxIn(bytes, entry, ['data'], parts);
  const text = ({ content, end }: Box, offset: number) =>
    bytes.toString('latin1', Math.min(content + offset, end), end);
  const isNeeded =
    entry.end - entry.at <= GAPLESS_BYTES_MAX &&
    name !== null &&
    text(name, FULL_BOX_BYTES) === 'iTunSMPB' &&
    data !== null &&
    /^[0-9A-F ]*$/.test(text(data, 2 * FULL_BOX_BYTES));
  if (!isNeeded) makeFree(bytes, entry);
}

function noteDefaults({ bytes, sampleBytes }: Mp4, { content, end }: Box): void {
  sampleBytes.set(numberAt(bytes, content + 4, end), numberAt(bytes, content + 16, end));
}

function stripFragmentTrack(mp4: Mp4, box: Box): void {
  const { bytes, parts, fragmentAt } = mp4;
  if (mp4.droppedTracks.size === 0) return walkInside(mp4, box, FRAGMENT_TRACK);
  const head = boxIn(bytes, box, ['tfhd'], parts);
  const track = head === null ? 0 : numberAt(bytes, head.content + 4, head.end);
  if (head === null || !mp4.droppedTracks.has(track)) return walkInside(mp4, box, FRAGMENT_TRACK);
  const runs = [...boxesIn(bytes, box, parts)].filter(({ type }) => type === RUN);
  mp4.dropped.blankRuns(head, runs, { fragmentAt, sampleBytes: mp4.sampleBytes.get(track) ?? 0 });
  makeFree(bytes, box);
}

function numberAt(bytes: Buffer, at: number, end: number): number {
  return at + 4 <= end ? bytes.readUInt32BE(at) : 0;
}
