import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { FilePlus, Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefSelect } from '../../kit/ui/form/inputs/choices/RefSelect.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';

interface Row {
  unitId: string;
  debt: number;
  interest: number;
  account: number;
  advance: number;
  difference: number;
  offset: number;
}
interface Answer {
  done: unknown[];
  refused: { message: string }[];
}
/** Rows of each tab. */
const TABS = {
  offset: (row: Row) => row.offset > 0,
  owes: (row: Row) => row.debt > 0,
  holds: (row: Row) => row.account + row.advance > 0,
  all: () => true,
};
type Tab = keyof typeof TABS;
const FIGURES = ['debt', 'interest', 'account', 'advance', 'difference'] as const;
/** Links to the records behind a figure. */
const PLACES: Partial<Record<keyof Row, string>> = {
  debt: '../bill-list?tab=owed&unitId=',
  account: '../account-movement?tab=all&unitId=',
  advance: '../service-advance-payment?unitId=',
};
/** Maximum number of units per request. */
const MOST = 200;
/** Never shortens the unit code. */
const codeClass = styleClass({ display: 'inline-block', minW: '16' });

/** Units with both debts and balances; settles debts from balances. */
export function UnitsPart() {
  const { t } = useTranslation(['books', 'debt-comparison', 'unit']);
  const { money, number } = useFormats();
  const mayOffset = useCan(debtComparison.code, 'deduct');
  const mayMake = useCan(debtComparison.code, 'write');
  const may = mayOffset || mayMake;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [asks, setAsks] = useState<'offset' | 'make' | null>(null);
  const [asOf, setAsOf] = useState(today);
  const [tab, setTab] = useState<Tab>('offset');
  const [blockId, setBlockId] = useState('');
  const { data, error, again } = useQuery<Row[]>(`${debtComparison.path}/live`, {
    follow: unitAccount.code,
    delay: 1000,
    query: { ...(blockId && { blockId }) },
  });
  const rows = (data ?? []).filter(TABS[tab]);
  const open = rows.filter(row => row.offset > 0);
  const chosen = rows.filter(row => picked.has(row.unitId));
  const settled = chosen.filter(row => row.offset > 0);
  const isFull = chosen.length >= MOST;
  // On phones what is done with chosen units is offered once there are any, so that the title stays in one line.
  const isIdle = usePhone() && chosen.length === 0;
  const sumOf = (rows: readonly Row[], name: keyof Omit<Row, 'unitId'>) =>
    money(rows.reduce((sum, row) => sum + row[name], 0));
  const total = (name: keyof Omit<Row, 'unitId'>) => sumOf(rows, name);
  const sums = { count: settled.length, amount: sumOf(settled, 'offset') };
  const report = ({ done, refused }: Answer, words: 'comparison.done' | 'debt-comparison:made') => {
    const [fault] = refused;
    const title = t(words, { done: done.length, refused: refused.length });
    if (fault) void toastRefusal(fault, { title });
    else toast({ tone: 'done', title });
    setAsks(null);
    setPicked(new Set());
    again();
  };
  const send = async (call: 'offset' | 'make-multi', body: object) =>
    (await request<Answer>('PUT', `${debtComparison.path}/${call}`, { ...scopeNow(), body })).data;
  const settle = async () =>
    report(
      await send('offset', {
        unitIds: settled.map(({ unitId }) => unitId),
        // Sends the confirmed amounts, so that the server refuses if balances have changed meanwhile.
        amounts: Object.fromEntries(settled.map(({ unitId, offset }) => [unitId, offset])),
      }),
      'comparison.done',
    );
  const make = async () =>
    report(await send('make-multi', { ids: chosen.map(({ unitId }) => unitId), asOf }), 'debt-comparison:made');
  const toggle = (unitId: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(unitId);
    else next.delete(unitId);
    setPicked(next);
  };
  const toggleAll = () => setPicked(new Set(chosen.length > 0 ? [] : open.slice(0, MOST).map(({ unitId }) => unitId)));
  return (
    <ReportPage
      title={t('comparison.title')}
      actions={
        may && (
          <>
            <Button disabled={open.length === 0} onClick={toggleAll}>
              {t(chosen.length > 0 ? 'comparison.nothing' : 'comparison.all')}
            </Button>
            {mayMake && !isIdle && (
              <Button icon={FilePlus} disabled={chosen.length === 0} onClick={() => setAsks('make')}>
                {`${t('debt-comparison:make', { count: chosen.length })}…`}
              </Button>
            )}
            {mayOffset && !isIdle && (
              <Button look="filled" icon={Scale} disabled={settled.length === 0} onClick={() => setAsks('offset')}>
                {`${t('comparison.settle', { count: settled.length })}…`}
              </Button>
            )}
          </>
        )
      }
      asks={
        <>
          <Field label={t('comparison.show')}>
            <Select
              value={tab}
              choices={(Object.keys(TABS) as Tab[]).map(value => ({
                value,
                label: `${t(`comparison.tabs.${value}`)} · ${number((data ?? []).filter(TABS[value]).length)}`,
              }))}
              onChange={event => {
                setTab(event.target.value as Tab);
                setPicked(new Set());
              }}
            />
          </Field>
          <RefSelect
            label={t('debt.block')}
            path={block.path}
            all={t('debt.allBlocks')}
            value={blockId}
            onChange={id => {
              setBlockId(id);
              setPicked(new Set());
            }}
          />
        </>
      }
    >
      <ConfirmDialog
        open={asks === 'offset'}
        title={t('comparison.ask', sums)}
        description={t('comparison.askText')}
        confirm={t('comparison.confirm', sums)}
        onConfirm={settle}
        onCancel={() => setAsks(null)}
      />
      <ConfirmDialog
        open={asks === 'make'}
        title={t('debt-comparison:make', { count: chosen.length })}
        confirm={t('debt-comparison:make', { count: chosen.length })}
        onConfirm={make}
        onCancel={() => setAsks(null)}
      >
        <Field label={t('debt-comparison:fields.asOf')}>
          <DayInput label={t('debt-comparison:fields.asOf')} value={asOf} max={today()} onChange={setAsOf} />
        </Field>
      </ConfirmDialog>
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && rows.length === 0 && (
        <Empty icon={Scale} title={t(tab === 'offset' ? 'comparison.none' : 'comparison.empty')} />
      )}
      {rows.length > 0 && (
        <div className={reportBodyClass()}>
          <FigureTable<Row>
            label={t('comparison.title')}
            cards
            rows={rows}
            keyOf={row => row.unitId}
            columns={[
              {
                key: 'unit',
                label: t('unit:name'),
                cell: row =>
                  may ? (
                    <Checkbox
                      label={
                        <span className={codeClass()}>
                          <RefName to="unit" id={row.unitId} />
                        </span>
                      }
                      checked={picked.has(row.unitId)}
                      disabled={isFull && !picked.has(row.unitId)}
                      onChange={({ target }) => toggle(row.unitId, target.checked)}
                    />
                  ) : (
                    <RefName to="unit" id={row.unitId} />
                  ),
                foot: t('debt.total'),
              },
              ...FIGURES.map(key => ({
                key,
                label: t(`debt-comparison:fields.${key}`),
                figure: true,
                cell: (row: Row) => {
                  const place = PLACES[key];
                  if (row[key] === 0) return '';
                  return place ? <Link to={`${place}${row.unitId}`}>{money(row[key])}</Link> : money(row[key]);
                },
                foot: total(key),
              })),
              {
                key: 'offset',
                label: t('comparison.offset'),
                figure: true,
                cell: row => (row.offset ? money(row.offset) : ''),
                foot: total('offset'),
              },
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
