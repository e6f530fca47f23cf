import { modelOf } from '@lobby/server/kit/store/schema.ts';
import { invoice } from '@lobby/shared/modules/invoice.ts';
import { openTaxOffice } from '../../scripts/sandbox/tax-office.ts';
import { openHome } from '../attack/arena.ts';
import { readyToIssue } from '../setup/samples/invoices.ts';
import { makeSite } from '../setup/world.ts';
import { type Figure, type Line, PATIENCE_MS } from './figure.ts';
import { now, quietMoment, sleep } from './machine.ts';
import { startServer } from './product.ts';
import { shown } from './statistics.ts';

const MOST_MS = 30 * 60_000;

/** Invoices of a building, issued in one act: until each has its number, and until the office that stands beside has answered the last. */
export const office: Figure = {
  id: 'office',
  title: 'E-invoices issued in one act, to the sandbox of the tax office',
  async run(stage, quick) {
    const count = quick ? 10 : 500;
    const home = await openHome(stage);
    const taxOffice = await openTaxOffice();
    const server = await startServer(home, { TAX_SANDBOX_URL: taxOffice.url });
    const { ann, id: projectId } = await makeSite(server.url, 'Office');
    const seriesId = await readyToIssue(projectId, ann);
    const ids: string[] = [];
    for (let n = 0; n < count; n++) {
      const items = [{ name: 'Phí quản lý', amount: 1000 + n, taxRate: '8' }];
      const made = await ann.post<{ id: string }>(invoice.path, {
        buyerType: 'INDIVIDUAL',
        buyerName: `Buyer ${n}`,
        items,
      });
      if (made.status !== 201) throw new Error(made.text);
      ids.push(made.data.id);
    }
    if (!quick) await quietMoment(PATIENCE_MS);
    const begun = now();
    const until = async (filter: object): Promise<number> => {
      for (;;) {
        const reached = await modelOf(invoice).countDocuments({ projectId, ...filter });
        if (reached === count) return (now() - begun) / 1000;
        if (now() - begun > MOST_MS) throw new Error(`only ${reached} of ${count} invoices came so far`);
        await sleep(100);
      }
    };
    const asked = await ann.put(`${invoice.path}/issue-multi`, { ids, seriesId });
    if (asked.status >= 300) throw new Error(asked.text);
    const numbered = await until({ number: { $ne: null } });
    const answered = await until({ taxStatus: 'ACCEPTED' });
    await server.stop();
    await taxOffice.close();
    await home.close();
    return [
      taken(`${shown(count)} invoices have their numbers`, numbered),
      taken(`the last of ${shown(count)} is accepted, ${shown((count * 60) / answered)} a minute`, answered),
    ];
  },
};

const taken = (what: string, seconds: number): Line => ({
  what,
  ours: `${shown(seconds)} s`,
  baseline: '',
  ratio: '',
  bar: '',
  verdict: 'no bar',
});
