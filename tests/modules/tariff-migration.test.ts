import { db } from '@lobby/server/kit/database/database.ts';
import { collectionOf, type Stored } from '@lobby/server/kit/store/schema.ts';
import { versionsOfTariffs } from '@lobby/server/migrations/2026-11-25-tariff-versions.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { expect, it } from 'vitest';
import { booksAt } from '../setup/books.ts';
import type { Row } from '../setup/caller.ts';
import { startServer } from '../setup/server.ts';
import { makeSite } from '../setup/world.ts';

const server = await startServer();
const site = await makeSite(server.url, 'Prices of before');
const { ann } = site;
const { priced, register, run, billsOf, read } = await booksAt(site);

it('prices that a service had one by one become versions of its tariff, by which its bills know them', async () => {
  const own = await priced({ periodType: 'ONE_MONTH' }, { tiers: [{ price: 31_000 }] });
  await register(own.id);
  await run([own.id]);
  const [made] = (await billsOf(own.id)) as [Row];
  const all = [tariff, tariffVersion, service, bill].map(one => db().collection<Stored>(collectionOf(one)));
  const [tariffs, versions, services, bills] = all;
  if (!tariffs || !versions || !services || !bills) throw new Error('no collections');
  const projectId = site.id;
  const before = await versions.find({ projectId }).toArray();
  await tariffs.deleteMany({ projectId });
  await versions.deleteMany({ projectId });
  await services.updateMany({ projectId }, { $unset: { tariffId: '' } });
  await tariffs.insertMany(
    before.map(({ tariffId: _tariff, number: _number, ...one }) => ({
      ...one,
      serviceId: own.id,
      name: 'Price of before',
      uniq: { name: 'price of before' },
    })) as unknown as Stored[],
  );
  await bills.updateOne({ _id: made.id }, [
    {
      $set: {
        items: { $map: { input: '$items', in: { $mergeObjects: ['$$this', { tariffId: '$$this.versionId' }] } } },
      },
    },
  ] as object[]);
  await bills.updateOne({ _id: made.id }, { $unset: { 'items.$[].versionId': '' } });

  await versionsOfTariffs.run();
  await versionsOfTariffs.run();

  const tariffId = (await services.findOne({ _id: own.id }))?.tariffId;
  expect(await read(tariff.path, tariffId)).toMatchObject({
    name: 'Price of before',
    priceNow: '31.000 ₫',
    services: 1,
  });
  const { data } = await ann.get<Row[]>(`${tariff.path}/${tariffId}/versions`);
  expect(data).toMatchObject([{ id: before[0]?._id, number: 1, used: true, state: 'CURRENT' }]);
  const again = await ann.post(tariff.path, { code: 'OTHER', name: 'Price of before' });
  expect(again.code).toBe('TARIFF_NAME_EXISTS');
});
