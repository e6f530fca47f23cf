import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { expect, it, vi } from 'vitest';
import { store } from '../../../client/kit/base/store.ts';
import { refAtom } from '../../../client/kit/refs/refs.ts';
import { startClient } from '../../setup/client/live-client.ts';
import { stored } from '../../setup/records.ts';
import { startServer } from '../../setup/server/server.ts';
import { WAIT } from '../../setup/time/limit.ts';
import { makeSite } from '../../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Alpha');

it('the name of a unit follows its rename for who may not read units', async () => {
  const { ann, carl, unitId } = site;
  await site.allow({ [ticket.code]: ['read'] });
  await startClient(server.url, site, carl);
  const atom = refAtom('unit', unitId);
  const hide = store.sub(atom, () => {});
  const shows = (name: string) => vi.waitFor(() => expect(store.get(atom)?.name).toBe(name), WAIT);
  await shows('AA-12.08');
  // Time for the subscription to be acknowledged.
  await new Promise(resolve => setTimeout(resolve, 500));
  const { version } = await stored(unit, unitId);
  await ann.put(`${unit.path}/${unitId}`, { version, code: 'R-02.02' });
  await shows('R-02.02');
  hide();
});
