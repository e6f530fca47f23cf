import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { CARE, type CareKind } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import type { technicalDue } from '@lobby/shared/modules/technical-system.contract.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import type { DueStatus } from '@lobby/shared/modules/upkeep.ts';
import { useAtomValue } from 'jotai';
import { Download, Printer, WifiOff, Wrench } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { connectionAtom } from '../../kit/live/connection.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { onSent, send, useOutgoing } from '../../kit/offline/outbox.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { ActionDialog } from '../../kit/ui/actions/LazyActionDialog.tsx';
import { useAct } from '../../kit/ui/actions/useAct.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import type { Values } from '../../kit/ui/form/changes.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { Tabs } from '../../kit/ui/layout/Tabs.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Banner } from '../../kit/ui/states/Banner.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { RefusedBanners } from '../../kit/ui/states/RefusedBanners.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { useTabWithWork } from '../../kit/ui/useTabWithWork.ts';
import { styleClass } from '../../theme/classes.ts';
import { Due } from './due-cells.tsx';

type DueAnswer = AnswerOf<typeof technicalDue>;
type Row = DueAnswer['rows'][number];

/** Filter fields beside the tabs. */
const NARROWED = ['groupId', 'contractorId', 'managerId'] as const;
const barClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', lg: 'minmax(200px, 1.5fr) repeat(4, minmax(0, 1fr))' },
  gap: '2',
  px: '4',
  py: '2',
  '& > *': { minW: '0', w: 'full' },
  '& > input': { gridColumn: { base: '1 / -1', lg: 'auto' } },
  '@media print': { display: 'none' },
});

/** Names wrap before the table scrolls, so that status and actions stay in view. */
const rowsClass = styleClass({
  '& th, & td': { px: '2' },
  '& td:nth-last-of-type(-n+2)': { whiteSpace: 'nowrap' },
  '& tbody th': { minW: '180px', whiteSpace: 'normal' },
  '& tbody th small': { display: 'block', color: 'fg.muted' },
  '& td > button': { minH: { base: 'target', md: 'auto' } },
});

/** Selectable months: the previous one, for overdue work, and the twelve to come with the present one. */
const MONTHS_AHEAD = Array.from({ length: 14 }, (_, n) => n - 1);
const TABS = ['OVERDUE', 'DUE_SOON', 'NORMAL', 'NONE', 'all'] as const;
/** Tabs with work to do, overdue first. */
const WORK = ['OVERDUE', 'DUE_SOON'] as const;
const MOST = 100;
/** Outbox lane of recorded maintenance and inspections. */
const LANE = '/technical-due/recorded';
const PART = { 'technical-system': 'SYSTEM', device: 'DEVICE' } as const;

/** Systems and devices with maintenance or inspection due, in one list, nearest date first; live. */
export function DuePart({ kind }: { kind: CareKind }) {
  const { t } = useTranslation([technicalSystem.name, 'books', 'kit']);
  const { day } = useFormats();
  const [params, setParams] = useSearchParams();
  const chosen = TABS.find(option => option === params.get('due'));
  const [counts, setCounts] = useState<DueAnswer['counts']>();
  const usual = useTabWithWork<(typeof TABS)[number]>(counts, WORK, 'all');
  const tab = chosen ?? usual ?? 'all';
  const [words, setWords] = useState(params.get('q') ?? '');
  const q = useDeferredValue(words.trim());
  const month = params.get('month') ?? '';
  const only = (name: (typeof NARROWED)[number]) => {
    const id = params.get(name);
    return id ? [id] : undefined;
  };
  const filter = {
    due: tab === 'all' ? undefined : [tab],
    groupId: only('groupId'),
    contractorId: only('contractorId'),
    managerId: only('managerId'),
    month: month || undefined,
  };
  const { data, error, again } = useContract<typeof technicalDue>('/technical-due', {
    query: { kind, limit: MOST, filter, q: q || null },
    follow: technicalSystem.code,
    delay: 500,
  });
  const { busy, save } = useExport();
  const mayExport = useCan(technicalSystem.code, 'export');
  const mayRecord = useCan(technicalSystem.code, 'updateStatus');
  const [recorded, setRecorded] = useState<Row | null>(null);
  const put = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next);
  };
  // The filter choices stay while a narrowed list loads.
  const [choices, setChoices] = useState<DueAnswer['choices'] | null>(null);
  if (data && data.choices !== choices) setChoices(data.choices);
  if (data && !counts) setCounts(data.counts);
  const rows = chosen || usual ? data?.rows : undefined;
  /** Inspections expire, maintenance is late: each has its own wording. */
  const wordOf = (due: DueStatus) => (due === 'NONE' ? t('due.undated') : t(`options.${CARE[kind].due}.${due}`));
  const left = ({ daysLeft }: Row) =>
    daysLeft === null
      ? '–'
      : t(daysLeft < 0 ? 'due.late' : daysLeft === 0 ? 'due.today' : 'due.left', { count: Math.abs(daysLeft) });
  return (
    <ReportPage
      title={t(`parts.${kind}`)}
      actions={
        <>
          {mayExport && (
            <Button
              data-tool=""
              icon={Download}
              busy={busy}
              onClick={() => save('/technical-due/export', { ...scopeNow(), query: { kind, filter, q: q || null } })}
            >
              {t('kit:list.export')}
            </Button>
          )}
          <Button data-tool="" icon={Printer} onClick={() => window.print()}>
            {t('due.print')}
          </Button>
        </>
      }
    >
      <Unsent onSent={() => void again()} />
      <Tabs
        label={t(`parts.${kind}`)}
        panel="due"
        value={tab}
        tabs={TABS.map(value => ({
          value,
          label: value === 'all' ? t('due.tabs.all') : wordOf(value),
          ...(data && { count: data.counts[value] ?? 0 }),
        }))}
        onChange={value => put('due', value)}
      />
      <div className={barClass()}>
        <TextInput
          type="search"
          aria-label={t('due.search')}
          placeholder={t('due.search')}
          value={words}
          onChange={event => setWords(event.target.value)}
        />
        {NARROWED.map(name => (
          <Select
            key={name}
            aria-label={t(`due.by.${name}`)}
            placeholder={t(`due.by.${name}`)}
            value={params.get(name) ?? ''}
            choices={(choices?.[name] ?? []).map(({ id, name: label }) => ({ value: id, label }))}
            onChange={event => put(name, event.target.value)}
          />
        ))}
        <Select
          aria-label={t('due.by.month')}
          placeholder={t('due.by.month')}
          value={month}
          choices={MONTHS_AHEAD.map(n => addMonths(thisMonth(), n)).map(value => ({ value, label: sayDay(value) }))}
          onChange={event => put('month', event.target.value)}
        />
      </div>
      {error && !data && <ErrorState title={t('books:failed')} onRetry={() => void again()} />}
      {!error && !rows && <SkeletonRows />}
      {rows?.length === 0 && <Empty icon={Wrench} title={t('due.none')} />}
      {rows && rows.length > 0 && (
        <div className={`${reportBodyClass()} ${rowsClass()}`} id="due">
          <FigureTable<Row>
            label={t(`parts.${kind}`)}
            cards
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                key: 'name',
                label: t('due.thing'),
                cell: ({ id, of, code, name, placeId }) => (
                  <>
                    <Link to={`?tabActiveKey=${PART[of]}&id=${id}`}>
                      {code} · {name}
                    </Link>
                    {placeId && (
                      <small>
                        <RefName to="place" id={placeId} />
                      </small>
                    )}
                  </>
                ),
              },
              {
                key: 'system',
                label: t('name'),
                cell: row => (row.of === 'device' ? <RefName to="technical-system" id={row.systemId} /> : '–'),
              },
              { key: 'last', label: t('due.last'), figure: true, cell: row => (row.last ? day(row.last) : '–') },
              { key: 'next', label: t('due.next'), figure: true, cell: row => (row.next ? day(row.next) : '–') },
              { key: 'left', label: t('due.days'), figure: true, cell: left },
              {
                key: 'contractor',
                label: t('due.contractor'),
                cell: row => (row.contractorId ? <RefName to="partner" id={row.contractorId} /> : '–'),
              },
              {
                key: 'due',
                label: t('due.due'),
                cell: row => (row.due === 'NONE' ? wordOf(row.due) : <Due due={row.due} word={wordOf(row.due)} />),
              },
              ...(mayRecord
                ? [
                    {
                      key: 'record',
                      label: '',
                      cell: (row: Row) => (
                        <Button size="sm" onClick={() => setRecorded(row)}>
                          {t('due.record')}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </div>
      )}
      {recorded && (
        <RecordDialog
          kind={kind}
          of={recorded}
          onClose={() => {
            setRecorded(null);
            void again();
          }}
        />
      )}
    </ReportPage>
  );
}

/** Records waiting to be sent, and those refused by the server. */
function Unsent({ onSent: notify }: { onSent: () => void }) {
  const { t } = useTranslation(technicalSystem.name);
  const waiting = useOutgoing(LANE);
  const latest = useRef(notify);
  latest.current = notify;
  useEffect(() => onSent(LANE, () => latest.current()), []);
  const refused = waiting.filter(({ state }) => state === 'failed');
  const unsent = waiting.length - refused.length;
  return (
    <>
      {unsent > 0 && <Banner tone="waiting" icon={WifiOff} title={t('due.unsent', { count: unsent })} />}
      <RefusedBanners lane={LANE} refused={refused} seen={t('due.seen')} />
    </>
  );
}

/** Records a maintenance or inspection from the list, without opening the system or device. */
function RecordDialog({ kind, of, onClose }: { kind: CareKind; of: Row; onClose: () => void }) {
  const definition: Definition = of.of === 'device' ? device : technicalSystem;
  const name = kind === 'INSPECTION' ? 'record-inspection' : 'record-maintenance';
  const act = useAct(definition);
  const say = useFieldWords(definition.name);
  const offline = useAtomValue(connectionAtom).state === 'offline';
  /** Offline the record is queued, and sent once when the connection is back. */
  const record = async (input: Values) => {
    if (!offline) return act({ id: of.id, version: of.version }, name, input);
    const to = { entity: definition.name, id: of.id, path: `${definition.path}/${of.id}/${name}`, status: '' };
    send(LANE, scopeNow(), input, to);
    return true;
  };
  const action = definition.actions?.[name];
  if (!action) return null;
  return (
    <ActionDialog
      definition={definition}
      act={{ name, action }}
      subject={of.name}
      what={say.thing(of.name)}
      values={{ contractorId: of.contractorId }}
      onAct={record}
      onClose={onClose}
    />
  );
}
