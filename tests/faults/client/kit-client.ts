import { MODULES } from '@lobby/shared/modules/index.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { store } from '../../../client/kit/base/store.ts';
import { transport } from '../../../client/kit/http/token.ts';
import { openList } from '../../../client/kit/list/list.ts';
import { badgesAtom, loadBadges } from '../../../client/kit/live/badges.ts';
import { subscribeToModule } from '../../../client/kit/live/live.ts';
import { rowOf } from '../../../client/kit/records/records.ts';
import { loadPermissions } from '../../../client/kit/session/permissions.ts';
import { scopeAtom, sessionAtom, signIn } from '../../../client/kit/session/session.ts';
import { startKit } from '../../../client/kit/start.ts';
import { keepCookies } from '../../setup/client/live-client-cookies.ts';

// The client's kit in a process of its own, as it works in a browser: signs in, keeps a list of tickets, and says what it shows when asked.

const { LOBBY_URL = '', LOBBY_EMAIL = '' } = process.env;
const SHOWN = 100;

transport.origin = LOBBY_URL;
keepCookies();

startKit(MODULES);
const me = await signIn(LOBBY_EMAIL, 'lobby-demo');
const projectId = me?.employees[0]?.projectId ?? '';
store.set(scopeAtom, { projectId });
await loadPermissions(projectId);
await loadBadges(projectId);
const list = openList(ticket, { projectId }, { filter: {}, tab: 'all', sort: '-createdAt' });
list.show(0, SHOWN - 1);

const heard = new Map<string, number>();
let resyncs = 0;
subscribeToModule({ projectId }, ticket.code, notice => {
  if (notice.kind === 'resync') resyncs++;
  else heard.set(notice.event.id, (heard.get(notice.event.id) ?? 0) + 1);
});

function state() {
  const { ids, total, phase, pending } = store.get(list.view);
  const first = ids.slice(0, SHOWN);
  return {
    signedIn: store.get(sessionAtom).state === 'in',
    phase,
    pending,
    total,
    ids: first,
    rows: first.map(id => (id === null ? null : (rowOf(ticket.name, id) ?? null))),
    counts: store.get(list.counts),
    badges: store.get(badgesAtom(projectId)),
  };
}

process.on('message', (question: { ask: 'state' | 'heard' | 'forget' }) => {
  if (question.ask === 'state') process.send?.(state());
  else
    process.send?.({ ids: [...heard.keys()], twice: [...heard.values()].filter(times => times > 1).length, resyncs });
  if (question.ask !== 'forget') return;
  heard.clear();
  resyncs = 0;
});
process.send?.({ port: 0 });
