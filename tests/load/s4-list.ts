import { ticket } from '@lobby/shared/modules/ticket.ts';
import { startChild } from './child.ts';
import { each, type Figure, inTurn, ratioLine, turns } from './figure.ts';
import { costs, hammer } from './hammer.ts';
import { call, startProduct } from './product.ts';
import { HTTP_SERVER } from './s3-create.ts';
import { QUIET_BUILDING } from './stage.ts';
import { shown } from './statistics.ts';

const CONNECTIONS = 16;

/** A filtered page of the queue with its exact total, beside page and countDocuments of the bare driver. */
export const s4: Figure = {
  id: 's4',
  title: 'List of 20, filtered by status, with exact total, 16 connections',
  async run(stage, quick) {
    const size = quick ? QUIET_BUILDING : 100_000;
    const product = await startProduct(await stage.building(size));
    // The status of most tickets: more answer the filter here than the fifth of the baseline.
    const path = `${ticket.path}?limit=20&filter[status][]=RATED`;
    const { headers } = await call(product, 'GET', path);
    const matching = Number(headers.get('Content-Range')?.split('/')[1]);
    const bare = await startChild(HTTP_SERVER, {
      MONGODB_URI: stage.database('bare-list'),
      TICKETS: String(size),
      MATCHING: String(size / 5),
    });
    const get = { connections: CONNECTIONS, seconds: quick ? 0.6 : 3 };
    const taken = await inTurn(
      turns(5, quick),
      () => hammer(`http://127.0.0.1:${bare.port}/list?status=RATED`, { ...get, pids: [bare.pid, stage.pid] }),
      () => hammer(`${product.url}/api${path}`, { ...get, headers: product.headers, pids: [product.pid, stage.pid] }),
    );
    await Promise.all([product.stop(), bare.stop()]);
    const what = `${shown(matching)} (bare ${shown(size / 5)}) of ${shown(size)} match; ${costs(taken)}`;
    return [
      ratioLine(
        what,
        each(taken, one => one.perSecond),
        { unit: 'requests/s', least: 3 },
      ),
    ];
  },
};
