import { partner } from '@lobby/shared/modules/partner.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import type { Caller, Row } from '../caller.ts';

let made = 0;

/** Service of a partner without contact: its orders stay in the initial status. */
export async function muteService(
  who: Caller,
  known: Map<string, string>,
  draft: () => Promise<Record<string, unknown>>,
): Promise<string> {
  const id = known.get('service of a partner');
  if (id) return id;
  const own = { name: `Mute ${++made}`, code: `MUTE${made}`, type: 'CONTRACTOR' };
  const asked = await who.post<Row>(partner.path, own);
  const values = { ...(await draft()), partnerId: asked.data.id, priceList: [] };
  const { data } = await who.post<Row>(utility.path, values);
  known.set('service of a partner', data.id);
  return data.id;
}
