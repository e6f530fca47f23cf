import { HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { awake, meetingAfter } from './daytime.ts';
import { fill } from './fill.ts';
import type { Outcome } from './plans.ts';
import type { Random } from './random.ts';
import type { Colleague } from './staff.ts';
import type { Speaker, Story } from './story.ts';
import type { Turn } from './texts/dialogues.ts';
import { ASKS, NOTES, NUDGES, RATING_WORDS, REFUSALS } from './texts/remarks.ts';

/** Inputs for the history of a ticket. */
export interface Scene {
  story: Story;
  status: Outcome;
  now: number;
  random: Random;
  asker: Speaker;
  officer: Speaker;
  front: Speaker;
  worker: Colleague;
  labels: string[];
  /** Empty without a conversation. */
  dialogue: readonly Turn[];
  values: Record<string, string>;
}

type Step = (at: Date) => void;
const OPEN = ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING'];
const SYSTEM: Speaker = { id: 'system', name: 'Lobby', kind: 'system' };

/** Plays a ticket from its creation to its current status. */
export function tell(scene: Scene): void {
  const { story, status, now, random } = scene;
  const { doc } = story;
  const from = doc.createdAt.getTime();
  const sla = (doc.dueAt?.getTime() ?? from) - from;
  if (status === 'EXPIRED') {
    const at = from + 168 * HOUR_MS + 30_000;
    beLate(story, at);
    story.act('expire', new Date(at), SYSTEM, { status, overdue: false });
  } else if (status === 'REJECTED') reject(scene, Math.min(sla, 8 * HOUR_MS));
  else if (status === 'WAITING_APPROVAL') play(scene, (now - from) * 0.9, waiting(scene));
  else if (OPEN.includes(status))
    play(scene, (now - from) * (0.5 + random.next() * 0.45), [...approval(scene), ...work(scene, true)]);
  else {
    const share = random.chance(0.08) ? 1 + random.next() * 0.6 : 0.12 + random.next() * 0.8;
    const steps = [...approval(scene), ...work(scene, false), ...completions(scene)];
    play(scene, Math.min(sla * share, (now - from) * 0.9), steps);
    if (status === 'RATED') rate(scene);
  }
  beLate(story, now);
  const last = story.messages.findLast(message => !message.private);
  doc.awaitsReply =
    OPEN.includes(doc.status) && (last ? last.author.kind === 'resident' : doc.status === 'WAITING_APPROVAL');
}

/** Plays the steps in order over a length of time; the last one falls on its end. */
function play({ story, random }: Scene, length: number, steps: readonly Step[]): void {
  const from = story.doc.createdAt.getTime();
  steps.forEach((step, n) => {
    const part = (n + (n === steps.length - 1 ? 1 : 0.3 + random.next() * 0.6)) / steps.length;
    // Early steps follow each other faster than late ones.
    const at = awake(Math.floor(from + length * part ** 1.3), from);
    beLate(story, at);
    step(new Date(at));
  });
}

/** Does what the overdue job does to an open ticket past its due time. */
function beLate({ doc, act }: Story, by: number): void {
  if (doc.overdue || doc.dueAt === null || !OPEN.includes(doc.status)) return;
  const at = Math.ceil(doc.dueAt.getTime() / MINUTE_MS) * MINUTE_MS;
  if (at <= by) act('overdue', new Date(at), SYSTEM, { overdue: true });
}

function reject({ story, officer, random, now }: Scene, within: number): void {
  const from = story.doc.createdAt.getTime();
  const at = from + Math.min(within, now - from) * (0.1 + random.next() * 0.6);
  story.act('reject', new Date(Math.floor(at)), officer, { status: 'REJECTED', reason: random.pick(REFUSALS) });
}

function waiting({ story, random, asker, officer, front, worker, values }: Scene): Step[] {
  const steps: Step[] = [];
  if (random.chance(0.15)) steps.push(at => story.say(at, front, random.pick(NOTES), true));
  if (random.chance(0.15)) steps.push(at => story.say(at, officer, fill(random.pick(ASKS), values)));
  else if (random.chance(0.2)) steps.push(at => story.say(at, asker, fill(random.pick(NUDGES), values)));
  if (random.chance(0.25) && story.doc.assigneeId === null)
    steps.push(at =>
      random.chance(0.5)
        ? story.act('claim', at, officer, { assigneeId: officer.id })
        : story.act('assign', at, officer, { assigneeId: worker.id }),
    );
  return steps;
}

function approval({ story, random, officer, worker, labels, status }: Scene): Step[] {
  const assigneeId = random.chance(status === 'APPROVED' ? 0.7 : 0.94) ? worker.id : story.doc.assigneeId;
  const approve: Step = at =>
    story.act('approve', at, officer, {
      status: 'APPROVED',
      ...(assigneeId !== story.doc.assigneeId && { assigneeId }),
    });
  return labels.length > 0 ? [approve, at => story.act('label', at, officer, { labelIds: labels })] : [approve];
}

function work(scene: Scene, unfinished: boolean): Step[] {
  const { story, random, officer, asker, front, dialogue, status, values } = scene;
  if (status === 'APPROVED') {
    if (random.chance(0.25)) return [at => story.say(at, asker, fill(random.pick(NUDGES), values))];
    return random.chance(0.3) ? [at => story.say(at, front, random.pick(NOTES), true)] : [];
  }
  // The last turn of a dialogue says that the work is done; unfinished tickets stop before it.
  const turns = unfinished ? dialogue.slice(0, random.int(1, Math.max(1, dialogue.length - 1))) : dialogue;
  const steps = turns.map(
    (turn): Step =>
      at => {
        // The first public answer of staff starts the work (domain.md, Ticket).
        if (turn.by === 'staff' && story.doc.status === 'APPROVED')
          story.act('start', at, officer, { status: 'PROCESSING' });
        values.gio = meetingAfter(at);
        story.say(at, turn.by === 'resident' ? asker : officer, fill(turn.text, values), turn.by === 'note');
      },
  );
  const starts = turns.some(turn => turn.by === 'staff');
  if (!starts && (unfinished || random.chance(0.7)))
    steps.push(at =>
      story.act('start', at, officer, {
        status: 'PROCESSING',
        ...(story.doc.assigneeId === null && { assigneeId: officer.id }),
      }),
    );
  return steps;
}

/** One ticket in this many was not done the first time. */
const EACH_REOPENED = 24;

/** Completes a ticket; a few are opened again by who asked, and completed once more. */
function completions({ story, officer, asker }: Scene): Step[] {
  const complete: Step = at =>
    story.act('complete', at, officer, { status: 'COMPLETED', completedAt: at, overdue: false });
  const reopen: Step = at =>
    story.act('reopen', at, asker, {
      status: 'PROCESSING',
      completedAt: null,
      reopenedAt: at,
      reopenCount: story.doc.reopenCount + 1,
    });
  const isAgain = Number.parseInt(story.doc._id.slice(16), 16) % EACH_REOPENED === 0;
  return isAgain ? [complete, reopen, complete] : [complete];
}

function rate({ story, random, asker, now }: Scene): void {
  const done = story.doc.completedAt?.getTime() ?? now;
  const stars = random.weighted([
    [5, 54],
    [4, 27],
    [3, 11],
    [2, 5],
    [1, 3],
  ] as const);
  const at = done + Math.floor(Math.min((0.2 + random.next() * 40) * HOUR_MS, (now - done) * random.next()));
  const comment = random.chance(stars < 3 ? 0.8 : 0.4) ? random.pick(RATING_WORDS[stars]) : null;
  story.act('rate', new Date(awake(at, done)), asker, { status: 'RATED', rating: stars, ratingComment: comment });
}
