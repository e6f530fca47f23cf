import { randomUUID } from 'node:crypto';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { boundLine, type Figure } from '../load/figure.ts';
import { startProduct } from '../load/product.ts';
import { SMALL_BUILDING } from '../load/stage.ts';
import { countRows } from './behind.ts';
import { targetOf } from './writers.ts';

const AT_ONCE = 50;

/** One intent sent fifty times at once, half of them to another server; then its key with another body. */
export const f8: Figure = {
  id: 'f8',
  title: `One POST with one Idempotency-Key, ${AT_ONCE} at once at two servers, then with another body`,
  async run(stage, quick) {
    const rounds = quick ? 2 : 40;
    const home = await stage.building(SMALL_BUILDING);
    const [one, other] = [await startProduct(home), await startProduct(home)];
    const { unitId } = await targetOf(one);
    let [records, answers, reused] = [0, 0, 0];
    for (let n = 0; n < rounds; n++) {
      const [key, title] = [randomUUID(), `Sent often ${randomUUID()}`];
      const post = async (url: string, content: string) => {
        const response = await fetch(`${url}/api${ticket.path}`, {
          method: 'POST',
          headers: { ...one.headers, 'Idempotency-Key': key },
          body: JSON.stringify({ title, content, unitId }),
        });
        return `${response.status} ${await response.text()}`;
      };
      const got = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, m) => post(m % 2 ? one.url : other.url, 'Nước chảy')),
      );
      if (new Set(got).size !== 1 || !got[0]?.startsWith('201 ')) answers++;
      if (!(await post(one.url, 'Another body')).startsWith('422 ')) reused++;
      if ((await countRows(home.uri, { title }, 'tickets')) !== 1) records++;
    }
    await Promise.all([one.stop(), other.stop()]);
    const of = `of ${rounds} rounds`;
    return [
      boundLine(`${of}, not exactly one record`, records, 0, { unit: 'rounds' }),
      boundLine(`${of}, answers that differ`, answers, 0, { unit: 'rounds' }),
      boundLine(`${of}, another body not refused with 422`, reused, 0, { unit: 'rounds' }),
    ];
  },
};
