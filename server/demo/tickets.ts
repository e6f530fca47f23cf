import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { type Asker, castOf } from './cast.ts';
import { defaultAssignee, departmentOf, typeIdOf } from './desk.ts';
import { baseOf, demoId, idsOf } from './documents.ts';
import { fill, valuesOf } from './fill.ts';
import type { Home } from './homes.ts';
import { type Amount, type Plan, planTickets, ZONE } from './plans.ts';
import { promisesOf } from './promises.ts';
import { type Random, randomOf } from './random.ts';
import type { Site } from './sites.ts';
import type { Colleague } from './staff.ts';
import { type Numbers, type Story, storyOf, type TicketDoc } from './story.ts';
import { tell } from './tell.ts';
import { DIALOGUES } from './texts/dialogues.ts';
import { TICKET_KINDS, type TicketKind } from './texts/kinds.ts';
import { LABELS } from './texts/replies.ts';
import { SUBJECTS, type Subject } from './texts/subjects.ts';

export interface TicketAmount extends Amount {
  /** Per cent of closed tickets with a conversation. */
  talk: number;
}

/** A ticket with its messages and events, and the titles of its references. */
export interface TicketStory extends Pick<Story, 'doc' | 'messages' | 'events'> {
  names: Record<string, string>;
}

/** Tickets of a project with their history, oldest first. */
export function* ticketsOf(
  site: Site,
  homes: readonly Home[],
  team: readonly Colleague[],
  amount: TicketAmount,
): Generator<TicketStory> {
  const cast = castOf(homes, team);
  const people = new Map(team.map(member => [member.id, member.name]));
  const codes = codesOf();
  const subjects = subjectsInTurn();
  const ticketId = idsOf('ticket', site.key);
  const numbers = numbersOf(site);
  const labelIds = LABELS.flatMap(({ type }, n) => (type === 'HELP_DESK' ? [demoId('label', site.key, n)] : []));
  // Share of tickets by residents with an account, low enough that others appear too.
  const favoured = amount.total > 5000 ? 0.01 : 0.12;
  const promise = promisesOf(site, team, amount.now);
  let n = 0;
  for (const plan of planTickets(site.key, amount)) {
    const random = randomOf(`ticket ${site.key} ${plan.n}`);
    const open = plan.status === 'WAITING_APPROVAL' || plan.status === 'APPROVED' || plan.status === 'PROCESSING';
    const asker = random.chance(open ? 0.3 : favoured) ? cast.signedIn(random) : cast.asker(random);
    const officer = cast.officer(random);
    const front = cast.front(random);
    const values = valuesOf(random, asker, plan.at);
    const subject = subjects(plan.kind);
    const doc = documentOf(site, random, plan, subject, asker, values);
    doc.assigneeId = defaultAssignee(plan.kind, team)?.id ?? null;
    doc._id = ticketId(n++);
    doc.code = codes(plan.at);
    const story = storyOf(doc, random.chance(0.1) ? front : asker.speaker, numbers);
    tell({
      story,
      status: plan.status,
      now: amount.now.getTime(),
      random,
      asker: asker.speaker,
      officer,
      front,
      worker: cast.worker(plan.kind, random),
      labels: random.chance(0.25) ? [...new Set([random.pick(labelIds), random.pick(labelIds)])] : [],
      dialogue: random.chance(open ? 0.9 : amount.talk / 100) ? (DIALOGUES.get(random.pick(subject.talks)) ?? []) : [],
      values,
    });
    promise(doc, plan.kind, story.messages);
    yield { doc, messages: story.messages, events: story.events, names: namesOf(doc, plan.kind, asker, people) };
  }
}

function documentOf(
  site: Site,
  random: Random,
  plan: Plan,
  subject: Subject,
  asker: Asker,
  values: Record<string, string>,
): TicketDoc {
  const { home, person } = asker;
  const at = new Date(Math.floor(plan.at));
  return {
    ...baseOf('', at),
    projectId: site.id,
    status: 'WAITING_APPROVAL',
    code: null,
    title: fill(subject.title, values),
    content: fill(random.pick(subject.contents), values),
    typeId: typeIdOf(site, plan.kind),
    unitId: home.id,
    placeId: null,
    blockId: home.blockId,
    residentId: person.id,
    images: [],
    attachments: [],
    labelIds: [],
    priority: subject.priority && random.chance(0.6) ? subject.priority : 'normal',
    departmentId: departmentOf(site, plan.kind),
    assigneeId: null,
    approverId: null,
    openTasks: 0,
    reopenCount: 0,
    reopenedAt: null,
    previousId: null,
    roomId: null,
    roomMessageId: null,
    dueAt: new Date(at.getTime() + TICKET_KINDS[plan.kind].slaHours * HOUR_MS),
    overdue: false,
    answerDueAt: null,
    answerLate: false,
    firstAnsweredAt: null,
    onHold: false,
    heldAt: null,
    followerIds: [],
    leftIds: [],
    serviceLevel: null,
    serviceLevelId: null,
    ruleId: null,
    ruleName: null,
    answerWarnAt: null,
    dueWarnAt: null,
    returnAt: null,
    clockAt: null,
    awaitsReply: true,
    earlierShown: false,
    writerId: null,
    wordsUnits: null,
    wordsHidden: null,
    messageCount: 0,
    lastMessageAt: null,
    reason: null,
    completedAt: null,
    rating: null,
    ratingComment: null,
    mentionedIds: [],
  };
}

/** Subjects of a kind in rotation, so that a queue hardly repeats one. */
function subjectsInTurn(): (kind: TicketKind) => Subject {
  const next = new Map<TicketKind, number>();
  return kind => {
    const n = next.get(kind) ?? 0;
    next.set(kind, n + 1);
    const all = SUBJECTS[kind];
    const subject = all[n % all.length];
    if (!subject) throw new Error(`no subjects of ${kind}`);
    return subject;
  };
}

/** Sequential codes `YC-2611-00001` by month, in the project's time zone. */
function codesOf(): (at: number) => string {
  const last = new Map<number, number>();
  return at => {
    const day = new Date(at + ZONE);
    const month = (day.getUTCFullYear() % 100) * 100 + day.getUTCMonth() + 1;
    const number = (last.get(month) ?? 0) + 1;
    last.set(month, number);
    return `YC-${month}-${String(number).padStart(5, '0')}`;
  };
}

function numbersOf(site: Site): Numbers {
  const message = idsOf('ticket-message', site.key);
  const event = idsOf('event', site.key);
  let messages = 0;
  let events = 0;
  return { message: () => message(messages++), event: () => event(events++) };
}

function namesOf(
  doc: TicketDoc,
  kind: TicketKind,
  asker: Asker,
  people: ReadonlyMap<string, string>,
): Record<string, string> {
  const names: Record<string, string> = {
    typeId: TICKET_KINDS[kind].name,
    unitId: asker.home.code,
    blockId: asker.home.block,
    residentId: asker.person.name,
  };
  const assignee = doc.assigneeId === null ? undefined : people.get(doc.assigneeId);
  if (assignee) names.assigneeId = assignee;
  return names;
}
