import { chakra } from '@chakra-ui/react';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import type { payMany, unitsToPay } from '@lobby/shared/modules/payment.contract.ts';
import { payment } from '@lobby/shared/modules/payment.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { callContract } from '../../kit/http/contract.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../kit/ui/controls/TextArea.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useIdempotencyKey } from '../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefInput } from '../../kit/ui/form/inputs/choices/RefInput.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { textOf } from '../../kit/ui/form/inputs/input.ts';
import { readWhole } from '../../kit/ui/form/inputs/numbers.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { thisMonth, today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { MethodAndFund, useMoneyPlace } from '../fund/index.ts';
import { readList } from './read-list.ts';

type Home = AnswerOf<typeof unitsToPay>[number];
type Result = AnswerOf<typeof payMany>;

/** Filter of units, in addition to entered codes. */
interface Wanted {
  blockId: string;
  floorId: string;
  labelId: string;
  noticeMonth: string;
  owesFrom: string;
}
const REFS = [
  ['blockId', unit.fields.blockId],
  ['floorId', unit.fields.floorId],
  ['labelId', { kind: 'ref', to: 'label', where: { type: 'UNIT' } }],
] as const;
const NOTHING: Wanted = { blockId: '', floorId: '', labelId: '', noticeMonth: '', owesFrom: '' };
const MONTHS = 13;

/** Payment fields, apart from the filter. */
const howClass = styleClass({
  gridColumn: '1 / -1',
  display: 'grid',
  gridTemplateColumns: { base: '1fr', sm: 'repeat(3, minmax(0, 240px))' },
  gap: '3',
  pt: '1',
  '& > legend': { textStyle: 'sm', fontWeight: 'semibold', pb: '2' },
});

async function owedBy(
  codes: readonly string[],
  { blockId, floorId, labelId, noticeMonth, owesFrom }: Wanted = NOTHING,
): Promise<Home[]> {
  const query = {
    codes: [...codes],
    blockId: blockId || null,
    floorId: floorId || null,
    labelId: labelId || null,
    noticeMonth: noticeMonth || null,
    owesFrom: readWhole(owesFrom) || null,
  };
  return (await callContract<typeof unitsToPay>('GET', '/payment/multi', { ...scopeNow(), query })).data;
}

/** Receives payments of many units at once: one receipt per unit, with its result. */
export function Component() {
  const { t } = useTranslation(['receipt', 'books', 'errors', 'bill', 'kit']);
  const { money, day: writeDay } = useFormats();
  const mayTake = useCan(payment.code, 'write');
  const [list, setList] = useState('');
  const [wanted, setWanted] = useState(NOTHING);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [homes, setHomes] = useState<Home[]>([]);
  const [missing, setMissing] = useState<string[]>([]);
  const [sure, setSure] = useState(false);
  const [day, setDay] = useState(today);
  const [result, setResult] = useState<Result | null>(null);
  const place = useMoneyPlace('TRANSFER', { slips: false });
  const look = useSubmit();
  const pay = useSubmit();
  const keyOf = useIdempotencyKey();
  const listed = readList(list);
  // After sending, shows the received amounts, since the debts have changed.
  const amountOf = ({ unitId, code, owed }: Home) =>
    result
      ? (result.done.find(row => row.unitId === unitId)?.amount ?? 0)
      : (listed.get(code.toLowerCase())?.amount ?? owed);
  const isPaying = (home: Home) => !home.fault && !left.has(home.unitId) && amountOf(home) > 0;
  const rows = homes.filter(isPaying);
  const isAsked = listed.size > 0 || Object.values(wanted).some(Boolean);
  const sum = rows.reduce((all, home) => all + amountOf(home), 0);
  const see = () =>
    look.run(async () => {
      const codes = [...listed.values()].map(item => item.code);
      if (!isAsked) return;
      const data = await owedBy(codes, wanted);
      const codesFound = new Set(data.map(({ code }) => code.toLowerCase()));
      setMissing(codes.filter(code => !codesFound.has(code.toLowerCase())));
      setHomes(data);
      setLeft(new Set());
      setResult(null);
    });
  const take = () =>
    pay.run(async () => {
      const body = {
        ...(place.way.name === null ? { kind: place.way.kind } : { methodId: place.way.id }),
        fundId: place.fundId,
        accountingDate: day,
        surplusTo: 'UNIT_ACCOUNT' as const,
        rows: rows.map(home => ({ unitId: home.unitId, amount: amountOf(home) })),
      };
      const { data } = await callContract<typeof payMany>('POST', '/payment/multi', {
        ...scopeNow(),
        body,
        idempotencyKey: keyOf(body),
      });
      setResult(data);
      setSure(false);
      setHomes(await owedBy(homes.map(({ code }) => code)));
      const [done, refused] = [data.done.length, data.refused.length];
      toast({ tone: refused > 0 ? 'bad' : 'done', title: t('multi.done', { done, refused }) });
    });
  const outcome = (home: Home) => {
    const paid = result?.done.find(row => row.unitId === home.unitId);
    const refused = result?.refused.find(row => row.unitId === home.unitId);
    if (paid)
      return (
        <Status tone="done" icon="check">
          {paid.code}
        </Status>
      );
    if (refused)
      return (
        <Status tone="bad" icon="circle-x">
          {refused.message}
        </Status>
      );
    if (home.fault)
      return (
        <Status tone="bad" icon="ban">
          {t(`errors:${home.fault}`)}
        </Status>
      );
    return '';
  };
  return (
    <ReportPage
      title={t('multi.title')}
      asks={
        <>
          <Field label={t('multi.codes')} help={t('multi.hint')} error={look.error} code={look.code}>
            <TextArea rows={4} value={list} onChange={event => setList(event.target.value)} />
          </Field>
          {REFS.map(([name, field]) => (
            <Field key={name} label={t(`multi.${name}`)}>
              <RefInput
                id={name}
                name={name}
                field={field}
                label={t(`multi.${name}`)}
                invalid={false}
                value={wanted[name]}
                onChange={value => setWanted({ ...wanted, [name]: textOf(value) })}
                onBlur={() => undefined}
              />
            </Field>
          ))}
          <Field label={t('bill:fields.noticeMonth')}>
            <Select
              value={wanted.noticeMonth}
              choices={[
                { value: '', label: t('multi.anyMonth') },
                ...Array.from({ length: MONTHS }, (_, n) => addMonths(thisMonth(), -n)).map(month => ({
                  value: month,
                  label: writeDay(month),
                })),
              ]}
              onChange={event => setWanted({ ...wanted, noticeMonth: event.target.value })}
            />
          </Field>
          <Field label={t('multi.owesFrom')}>
            <TextInput
              inputMode="numeric"
              value={wanted.owesFrom}
              onChange={event => setWanted({ ...wanted, owesFrom: event.target.value })}
            />
          </Field>
          <chakra.div alignSelf="start" pt="6">
            <Button busy={look.busy} disabled={!isAsked} onClick={() => void see()}>
              {t('multi.look')}
            </Button>
          </chakra.div>
          <fieldset className={howClass()}>
            <legend>{t('multi.how')}</legend>
            <MethodAndFund place={place} error={pay.error} code={pay.code} />
            <Field label={t('fields.accountingDate')}>
              <DayInput label={t('fields.accountingDate')} value={day} max={today()} onChange={setDay} />
            </Field>
          </fieldset>
        </>
      }
      actions={
        mayTake && (
          <Button
            look="filled"
            icon={Wallet}
            busy={pay.busy}
            disabled={rows.length === 0 || !place.fundId || result !== null}
            onClick={() => setSure(true)}
          >
            {t('multi.take', { count: rows.length, amount: money(sum) })}…
          </Button>
        )
      }
    >
      <ConfirmDialog
        open={sure}
        title={t('multi.sure', { count: rows.length, amount: money(sum) })}
        description={t('multi.each')}
        confirm={t('multi.take', { count: rows.length, amount: money(sum) })}
        busy={pay.busy}
        error={pay.error}
        onConfirm={take}
        onCancel={() => setSure(false)}
      />
      {missing.length > 0 && (
        <chakra.p px="4" pb="2" color="fg.muted" role="status">
          {t('multi.unknown', { codes: missing.join(', ') })}
        </chakra.p>
      )}
      {homes.length === 0 ? (
        <Empty icon={Wallet} title={t('multi.choose')} />
      ) : (
        <div className={reportBodyClass()}>
          <FigureTable<Home>
            label={t('multi.title')}
            cards
            rows={homes}
            keyOf={({ unitId }) => unitId}
            columns={[
              {
                key: 'unit',
                label: t('paper.unit'),
                cell: home =>
                  home.fault || result ? (
                    home.code
                  ) : (
                    <Checkbox
                      label={home.code}
                      checked={isPaying(home)}
                      disabled={amountOf(home) <= 0}
                      onChange={({ target }) => {
                        const next = new Set(left);
                        if (target.checked) next.delete(home.unitId);
                        else next.add(home.unitId);
                        setLeft(next);
                      }}
                    />
                  ),
                foot: t('books:debt.total'),
              },
              { key: 'owed', label: t('pay.owed'), as: 'money' },
              {
                key: 'interest',
                label: t('bill:fields.interest'),
                figure: true,
                gives: true,
                cell: ({ interest }) => (interest > 0 ? money(interest) : ''),
              },
              {
                key: 'amount',
                label: t('pay.now'),
                figure: true,
                cell: home => (isPaying(home) ? money(amountOf(home)) : ''),
                foot: money(sum),
              },
              { key: 'result', label: t('multi.result'), cell: outcome },
            ]}
          />
        </div>
      )}
    </ReportPage>
  );
}
