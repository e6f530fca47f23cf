import { describe, expect, it } from 'vitest';
import {
  findCallsAtImport,
  findCircles,
  findContractsBrought,
  findForbidden,
  findForgottenJobs,
  findProjectLoops,
  findWritesPastSave,
  readSources,
} from './structure.ts';

describe('imports', () => {
  it.each(['shared', 'server', 'client'])('of %s follow the rules', side => {
    const sources = readSources([`${side}/**/*.{ts,tsx,js,jsx,mjs}`]);
    expect(sources.size).toBeGreaterThan(0);
    expect(findForbidden(sources)).toEqual([]);
    expect(findCircles(sources)).toEqual([]);
  });

  it('of a module register nothing', () => {
    const sources = readSources(['server/modules/**/*.ts']);
    expect(sources.size).toBeGreaterThan(0);
    expect(findCallsAtImport(sources)).toEqual([]);
    expect(findCallsAtImport(new Map([['server/modules/ticket/a.ts', `const a = 1;\nonCommit(a);`]]))).toEqual([
      'server/modules/ticket/a.ts:2',
    ]);
  });

  it('of the list of modules name each folder that hands one over', () => {
    const folders = [...readSources(['server/modules/*/module.ts']).keys()].map(path => path.split('/')[2]);
    const listed = [...readSources(['server/app/modules.ts']).values()].flatMap(text =>
      [...text.matchAll(/modules\/([^/]+)\/module\.ts/g)].map(match => match[1]),
    );
    expect(folders.length).toBeGreaterThan(0);
    expect(listed.toSorted()).toEqual(folders.toSorted());
  });

  it('of the client take the type of a contract, and bring none of its schemas into the browser', () => {
    const sources = readSources(['{client,shared}/**/*.{ts,tsx}'], ['**/*.test.*', '**/*.config.ts', '**/*-plugin.ts']);
    expect([...sources.keys()].filter(path => path.endsWith('.contract.ts')).length).toBeGreaterThan(50);
    expect(findContractsBrought(sources)).toEqual([]);
    const planted = (way: string) =>
      findContractsBrought(
        new Map([
          ['client/a.ts', way],
          ['shared/bill.contract.ts', `import { z } from 'zod';`],
        ]),
      );
    const found = ['client/a.ts > shared/bill.contract.ts'];
    expect(planted(`import { owes } from '@lobby/shared/bill.contract.ts';`)).toEqual(found);
    expect(planted(`import { type A, owes } from '@lobby/shared/bill.contract.ts';`)).toEqual(found);
    expect(planted(`export { owes } from '@lobby/shared/bill.contract.ts';`)).toEqual(found);
    expect(planted(`const a = () => import('@lobby/shared/bill.contract.ts');`)).toEqual(found);

    expect(planted(`import type { owes } from '@lobby/shared/bill.contract.ts';`)).toEqual([]);
    expect(planted(`export type { owes } from '@lobby/shared/bill.contract.ts';`)).toEqual([]);
  });

  it('finds a circle between files', () => {
    const a = `import type { B } from './b.ts';`;
    const b = `const a = () => import('./a.ts');`;
    const sources = new Map([
      ['server/a.ts', a],
      ['server/b.ts', b],
      ['server/c.ts', a],
    ]);
    expect(findCircles(sources)).toEqual([['server/a.ts', 'server/b.ts']]);
  });

  it('of the list of migrations name each file once', () => {
    const files = [...readSources(['server/migrations/[0-9]*.ts']).keys()];
    const [list = ''] = readSources(['server/migrations/index.ts']).values();
    const listed = /migrations: readonly Migration\[\] = \[([^\]]*)\]/.exec(list)?.[1]?.match(/\w+/g) ?? [];
    expect(listed.length).toBe(files.length);
    expect(new Set(listed).size).toBe(files.length);
  });

  it.each([
    ['shared/kit/a.ts', `import { b } from '@lobby/server/kit/b.ts';`],
    ['shared/kit/a.ts', `import { join } from 'node:path';`],
    ['shared/kit/a.ts', `import fs from 'fs';`],
    ['shared/kit/a.ts', `export * from '../modules/ticket.ts';`],
    ['shared/kit/a.tsx', `export const a = <p />;`],
    ['server/kit/a.ts', `import type { B } from '../modules/ticket/index.ts';`],
    ['server/kit/a.ts', `import { b } from '../platform/auth/b.ts';`],
    ['server/kit/a.ts', `import { ticket } from '@lobby/shared/modules/ticket.ts';`],
    ['server/app/app.ts', `import { b } from '../../client/b.ts';`],
    ['server/app/app.ts', `import { b } from '../../shared/kit/b.ts';`],
    ['server/app/app.ts', `import { b } from '../../tests/b.ts';`],
    ['server/modules/ticket/a.ts', `import { rule } from '../label/rules.ts';`],
    ['server/modules/ticket/a.ts', `import { count } from '../conference/votes/index.ts';`],
    ['server/modules/card/a.ts', `import { entry } from '../visitor/watch/entries.ts';`],
    ['server/modules/ticket/a.ts', `export { rule } from '../label/rules.ts';`],
    ['server/modules/ticket/a.ts', `const rules = await import('../label/rules.ts');`],
    ['server/modules/ticket/a.ts', `type Rule = import('../label/rules.ts').Rule;`],
    ['server/app/jobs.ts', `import { overdueJob } from '../modules/ticket/jobs.ts';`],
    ['server/demo/a.ts', `import { ticketModule } from '../modules/ticket/module.ts';`],
    ['server/demo/a.ts', `import { rule } from '../modules/ticket/rules.ts';`],
    ['server/kit/base/a.ts', `import { db } from '../database/b.ts';`],
    ['server/kit/files/a.ts', `import { b } from '../jobs/b.ts';`],
    ['server/kit/attic/a.ts', `import { b } from '../base/b.ts';`],
    ['server/platform/mail/a.ts', `import { b } from '../../demo/b.ts';`],
    ['server/migrations/2026-12-01-a.ts', `import { bill } from '@lobby/shared/modules/bill.ts';`],
    ['server/migrations/2026-12-01-a.ts', `import { rule } from '../modules/bill/index.ts';`],
    ['client/kit/ui/detail/a.ts', `import type { B } from '../list/b.ts';`],
    ['client/kit/a.tsx', `import { Shell } from '../shell/Shell.tsx';`],
    ['client/kit/a.tsx', `import { Bell } from '../platform/notifications/index.ts';`],
    ['client/platform/home/a.tsx', `import { Line } from '../../modules/ticket/Line.tsx';`],
    ['client/platform/home/a.tsx', `import { Bell } from '../notifications/Bell.tsx';`],
    ['client/modules/ticket/a.tsx', `import { Bell } from '../../platform/notifications/Bell.tsx';`],
    ['client/main.tsx', `import { b } from '@lobby/server/kit/b.ts';`],
  ])('finds what is planted in %s: %s', (path, text) => {
    expect(findForbidden(new Map([[path, text]]))).toHaveLength(1);
  });

  it.each([
    ['shared/modules/a.ts', `import { z } from 'zod'; import { b } from '../kit/b.ts';`],
    ['server/modules/ticket/a.ts', `import { label } from '../label/index.ts'; import { b } from './rules.ts';`],
    ['server/modules/ticket/a.ts', `import { label } from '@lobby/shared/modules/label.ts'; import 'node:fs';`],
    ['server/modules/card/a.ts', `import { watchedBy } from '../visitor/watch/index.ts';`],
    ['server/app/modules.ts', `import { ticketModule } from '../modules/ticket/module.ts';`],
    ['client/routes.tsx', `const page = () => import('./modules/ticket/TicketPage.tsx');`],
    ['client/platform/home/a.tsx', `import { Line } from '../../modules/ticket/index.ts';`],
    ['client/modules/ticket/a.tsx', `import { Bell } from '../../platform/notifications/index.ts';`],
    ['server/modules/ticket/a.ts', `import { notify } from '../../platform/notifications/notifications.ts';`],
    ['client/kit/a.tsx', `import type { Field } from '@lobby/shared/kit/fields.ts'; export const a = <p />;`],
  ])('leaves %s alone: %s', (path, text) => {
    expect(findForbidden(new Map([[path, text]]))).toEqual([]);
  });
});

describe('jobs of modules', () => {
  const sources = readSources(['server/modules/**/*.ts']);

  it('loop over projects by defineJob alone, so that one project never stops another', () => {
    expect(findProjectLoops(sources)).toEqual([]);
    const loop = 'for await (const one of projects().find())\n  await work(one);';
    const planted = new Map([
      ['server/modules/ticket/jobs.ts', `const a = 1;\n${loop}`],
      ['server/modules/ticket/routes.ts', 'const all = await projects()\n  .find().toArray();'],
      ['server/modules/ticket/words.ts', 'const one = await projects().findOne({ _id });'],
    ]);
    expect(findProjectLoops(planted)).toEqual(['server/modules/ticket/jobs.ts:2', 'server/modules/ticket/routes.ts:1']);
  });

  it('are listed by their module', () => {
    expect(findForgottenJobs(sources)).toEqual([]);
    const jobs = [
      'export const lateJob = defineJob({});',
      'export const goneJob = defineJob({});',
      'export const sweepJob: Job = { run };',
      'export const waitsJob = makeWaitsJob(behaviour);',
    ];
    const planted = new Map([
      ['server/modules/ticket/jobs.ts', jobs.join('\n')],
      ['server/modules/ticket/module.ts', 'export const ticketModule = defineServerModule({\n  jobs: [lateJob],\n});'],
    ]);
    const path = 'server/modules/ticket/jobs.ts';
    expect(findForgottenJobs(planted)).toEqual([`${path} goneJob`, `${path} sweepJob`, `${path} waitsJob`]);
  });
});

describe('writes of modules', () => {
  /** What `save` cannot say, each with its reason. */
  const APART: Readonly<Record<string, string>> = {
    'server/modules/location/keep-places.ts':
      'makes and renames all places of a project in one statement, with one event',
    'server/modules/resident/erasure/erase.ts':
      'empties records with their search keys, which no rule of a record allows',
    'server/modules/resident/homes/unit-state.ts': 'locks a unit against whoever changes its state at the same time',
  };

  it('to the collection of a definition go by save, or by what stands beside it', () => {
    const found = findWritesPastSave(readSources(['server/modules/**/*.ts']));
    expect([...new Set(found.map(at => at.split(':')[0]))].toSorted()).toEqual(Object.keys(APART));
  });

  it('are found however the collection is called', () => {
    const planted = new Map([
      ['server/modules/ticket/a.ts', 'await db().collection<Doc<typeof a>>(collectionOf(ticket)).updateOne({}, {});'],
      [
        'server/modules/ticket/b.ts',
        'const x = 1;\nawait db()\n  .collection(collectionOf(ticket))\n  .insertMany(all);',
      ],
      ['server/modules/ticket/c.ts', 'export const rows = () => db().collection<Row>(collectionOf(ticket));'],
      ['server/modules/ticket/d.ts', "import { rows } from './c.ts';\nawait rows().findOneAndUpdate({}, {});"],
      ['server/modules/ticket/e.ts', 'const all = db().collection(collectionOf(ticket));\nawait all.bulkWrite([]);'],
      ['server/modules/ticket/f.ts', "import { rows } from './c.ts';\nawait rows().find({}).toArray();"],
      ['server/modules/label/g.ts', 'const rows = () => db().collection(own.name);\nawait rows().deleteOne({});'],
    ]);
    expect(findWritesPastSave(planted)).toEqual([
      'server/modules/ticket/a.ts:1',
      'server/modules/ticket/b.ts:3',
      'server/modules/ticket/d.ts:2',
      'server/modules/ticket/e.ts:2',
    ]);
  });
});
