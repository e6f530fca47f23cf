import { ticket } from '@lobby/shared/modules/ticket.ts';
import { beforeEach, expect, it } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { type Message, openConversation } from '../../../client/kit/ui/thread/conversation.ts';
import { type HeldRequest, holdAnswers } from './held-answers.ts';
import { scope } from './world.ts';

let held: HeldRequest[] = [];
beforeEach(() => {
  held = holdAnswers();
});

const said = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  at: '2026-11-26T08:00:00.000Z',
  author: { id: 'ann', name: 'Ann', kind: 'staff' },
  content: id,
  private: false,
  images: [],
  attachments: [],
  ...more,
});
const open = () => openConversation(scope, ticket, 't1');
const shown = (live: ReturnType<typeof open>) => store.get(live.view).messages.map(({ id }) => id);
const settled = () => new Promise(resolve => setTimeout(resolve));

it('stays at the place that was asked for last', async () => {
  const live = open();
  const [older, newer] = [live.jump({ around: 'm5' }), live.newest()];
  held[1]?.answer([said('m9')]);
  await newer;
  held[0]?.answer([said('m5')]);
  await older;
  expect(shown(live)).toEqual(['m9']);
});

it('does not put the newest ones beside an older place that is read by now', async () => {
  const live = open();
  live.begin();
  const jump = live.jump({ around: 'm5' });
  held[1]?.answer([said('m5')]);
  await jump;
  held[0]?.answer([said('m9')]);
  await settled();
  expect(shown(live)).toEqual(['m5']);
});

it('adds no older ones of a place that was left', async () => {
  const live = open();
  live.take(said('m9'));
  const older = live.older();
  const jump = live.jump({ around: 'm2' });
  held[1]?.answer([said('m2')]);
  await jump;
  held[0]?.answer([said('m8')]);
  await older;
  expect(shown(live)).toEqual(['m2']);
});

it('a withdrawn message stays withdrawn when a late page brings it whole', async () => {
  const live = open();
  live.begin();
  live.take(said('m9', { content: '', withdrawnAt: '2026-11-26T08:01:00.000Z' }));
  held[0]?.answer([said('m9')]);
  await settled();
  expect(store.get(live.view).messages).toMatchObject([{ content: '', withdrawnAt: expect.any(String) }]);
});
