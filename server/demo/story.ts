import type { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Made } from './documents.ts';

export type TicketDoc = Made<typeof ticket>;

/** Actor of a ticket: employee, resident or system. */
export interface Speaker {
  id: string;
  name: string;
  kind: 'staff' | 'resident' | 'system';
}

export interface MessageDoc {
  _id: string;
  projectId: string;
  ticketId: string;
  unitId: string | null;
  at: Date;
  author: Speaker;
  content: string;
  private: boolean;
  images: string[];
  deletedAt: null;
}

/** An event row as stored, without the timestamp of mongod. */
export interface EventDoc {
  _id: string;
  at: Date;
  projectId: string;
  module: 'HELP_DESK';
  entity: 'ticket';
  entityId: string;
  action: string;
  actor: { id: string; name: string };
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
  row: null;
  quiet: true;
  run: 'demo';
}

/** Generates message and event ids, shared by all tickets of a project. */
export interface Numbers {
  message(): string;
  event(): string;
}

/** History of a ticket: each act changes the document and adds its event row, each message is counted. */
export interface Story {
  doc: TicketDoc;
  messages: MessageDoc[];
  events: EventDoc[];
  act(action: string, at: Date, by: Speaker, set: Partial<TicketDoc>): void;
  say(at: Date, by: Speaker, content: string, hidden?: boolean): void;
}

const GIVEN = [
  'code',
  'title',
  'content',
  'typeId',
  'unitId',
  'blockId',
  'residentId',
  'priority',
  'status',
  'assigneeId',
  'dueAt',
] as const;

/** Starts the history of a ticket with its creation. */
export function storyOf(doc: TicketDoc, by: Speaker, numbers: Numbers): Story {
  const messages: MessageDoc[] = [];
  const events: EventDoc[] = [];
  const note = (action: string, at: Date, actor: Speaker, before: EventDoc['before'], after: EventDoc['after']) => {
    doc.updatedAt = at;
    events.push({
      _id: numbers.event(),
      at,
      projectId: doc.projectId,
      module: 'HELP_DESK',
      entity: 'ticket',
      entityId: doc._id,
      action,
      actor: { id: actor.id, name: actor.name },
      before,
      after,
      version: doc.version,
      row: null,
      quiet: true,
      run: 'demo',
    });
  };
  note(
    'create',
    doc.createdAt,
    by,
    null,
    Object.fromEntries(GIVEN.flatMap(name => (doc[name] === null ? [] : [[name, doc[name]]]))),
  );
  return {
    doc,
    messages,
    events,
    act(action, at, actor, set) {
      const before: Record<string, unknown> = {};
      const was: Readonly<Record<string, unknown>> = doc;
      for (const name of Object.keys(set)) before[name] = was[name];
      Object.assign(doc, set);
      doc.version++;
      note(action, at, actor, before, set);
    },
    say(at, author, content, hidden = false) {
      const { projectId, unitId } = doc;
      messages.push({
        _id: numbers.message(),
        projectId,
        ticketId: doc._id,
        unitId,
        at,
        author,
        content,
        private: hidden,
        images: [],
        deletedAt: null,
      });
      doc.messageCount++;
      if (!hidden) doc.lastMessageAt = at;
      note('message', at, author, null, { private: hidden });
    },
  };
}
