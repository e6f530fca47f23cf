import { ticket } from '@lobby/shared/modules/ticket.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { type Product, startProduct } from '../load/product.ts';
import { SMALL_BUILDING } from '../load/stage.ts';
import { eachOf, make } from './at-once.ts';
import { countRows } from './behind.ts';
import { targetOf } from './writers.ts';

interface Answered {
  status: number;
  code: string;
  data?: { assigneeId: string };
  error?: { data?: { by?: { id: string; name: string } } };
}

/** Two of the staff claim the same ticket at the same moment, each at a server of their own. */
export const f7: Figure = {
  id: 'f7',
  title: 'Two staff at two servers claim one ticket at once',
  async run(stage, quick) {
    const pairs = quick ? 50 : 1000;
    const home = await stage.building(SMALL_BUILDING);
    const [one, other] = [
      await startProduct(home, 'service1@hoasen.demo'),
      await startProduct(home, 'service2@hoasen.demo'),
    ];
    const { unitId } = await targetOf(one);
    const ids = await make(pairs, 16, async () => {
      const body = { title: 'Claimed by two', content: 'Nước chảy', unitId };
      return (await send(one, 'POST', ticket.path, body)).body.data.id;
    });
    let [wrong, nameless, entries] = [0, 0, 0];
    await eachOf(ids, 8, async id => {
      const answers = await Promise.all([one, other].map(who => send(who, 'PUT', `${ticket.path}/${id}/claim`, {})));
      const won = answers.filter(answer => answer.status === 200);
      const lost = answers.filter(answer => answer.status === 409);
      if (won.length !== 1 || lost.length !== 1) wrong++;
      const by = lost[0]?.body.error?.data?.by;
      if (!by?.name || by.id !== won[0]?.body.data?.assigneeId) nameless++;
    });
    for (const id of ids) entries += (await countRows(home.uri, { entityId: id, action: 'claim' })) === 1 ? 0 : 1;
    await Promise.all([one.stop(), other.stop()]);
    const of = `of ${pairs} pairs`;
    return [
      boundLine(`${of}, not exactly one winner and one 409`, wrong, 0, { unit: 'pairs' }),
      boundLine(`${of}, loser not told who was quicker`, nameless, 0, { unit: 'pairs' }),
      boundLine(`${of}, not exactly one activity entry`, entries, 0, { unit: 'pairs' }),
    ];
  },
};

async function send({ url, headers }: Product, method: string, path: string, body: object) {
  const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Answered & { data: { id: string } } };
}
