import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { syncCode } from '@lobby/shared/modules/sync-code.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { type SyncRun, type SyncRunRow, syncRun } from '@lobby/shared/modules/sync-run.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FoldedRow } from '../../kit/ui/list/rows/FoldedCells.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { CodesPart } from './CodesPart.tsx';
import { Overview } from './Overview.tsx';
import { RunRowsTab } from './RunRowsTab.tsx';
import { SecretTab } from './SecretTab.tsx';

const FORM = {
  ...pairedForm(
    [
      'name',
      'adapter',
      'url',
      'user',
      'secret',
      'baseUnitCode',
      'fromDay',
      'schedule',
      'sendCancellations',
      'verifyNightly',
    ],
    ['kinds'],
  ),
  fields: [
    'name',
    'adapter',
    'url',
    'user',
    'baseUnitCode',
    'fromDay',
    'schedule',
    'sendCancellations',
    'verifyNightly',
    'kinds',
  ],
  defaults: { sendCancellations: true, verifyNightly: true },
  // Only on creation; later the password is set on a separate tab.
  inputs: { secret: { kind: 'text', max: 200, required: true, secret: true } },
} as const;
const WIDTHS = { name: 200, adapter: 110, url: 240, baseUnitCode: 130, fromDay: 120, kinds: 240, schedule: 130 };
/** A run is named by its start time. */
const RUN_CELLS = { name: ({ name }: Pick<SyncRun, 'name'>) => sayDay(name ?? '') };
const RUN_WIDTHS = { name: 170, by: 130, startedBy: 170, of: 90, sent: 90, failed: 90, lastError: 200, endedAt: 150 };

/** Collapsed list row of a run beside its open drawer. */
function FoldedRun({ row }: { row: SyncRunRow }) {
  const { t } = useTranslation(syncRun.name);
  const { number } = useFormats();
  const { tone, icon } = syncRun.statuses[row.status];
  return (
    <FoldedRow
      id={row.id}
      title={sayDay(row.name ?? '')}
      meta={[t(`options.by.${row.by}`), row.startedBy && <RefName to="employee" id={row.startedBy} />]}
      sum={`${number(row.sent)} / ${number(row.of)}`}
      time={row.failed ? `${t('fields.failed')}: ${number(row.failed)}` : ''}
      statusWidth={150}
      status={
        <Status tone={tone} icon={icon}>
          {t([`statuses.${row.status}`, `kit:statuses.${row.status}`])}
        </Status>
      }
    />
  );
}
const folded = (row: SyncRunRow) => <FoldedRun row={row} />;

/** Runs with their results. */
function RunsPart() {
  const { t } = useTranslation(syncRun.name);
  return (
    <RecordsPage
      definition={syncRun}
      widths={RUN_WIDTHS}
      cells={RUN_CELLS}
      folded={folded}
      detail={{ extraTabs: id => [{ value: 'rows', label: t('rows.tab'), content: <RunRowsTab id={id} /> }] }}
    />
  );
}

/** Accounting software: connection, code mapping and runs. */
export function Component() {
  const { t } = useTranslation([syncConnection.name, syncCode.name, syncRun.name]);
  return (
    <ScreenParts
      label={t('screen')}
      parts={[
        { value: 'overview', label: t('overview.tab'), content: <Overview /> },
        { value: 'mapping', label: t('sync-code:plural'), content: <CodesPart /> },
        {
          value: 'runs',
          label: t('sync-run:plural'),
          content: <RunsPart />,
        },
        {
          value: 'connections',
          label: t('plural'),
          content: (
            <RecordsPage
              definition={syncConnection}
              widths={WIDTHS}
              form={FORM}
              detail={{
                extraTabs: id => [{ value: 'secret', label: t('secret.tab'), content: <SecretTab id={id} /> }],
              }}
            />
          ),
        },
      ]}
    />
  );
}
