import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Day } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import type { handoverSettings } from '@lobby/shared/modules/handover-config.contract.ts';
import type { planVisits } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { filterValues } from '../../../kit/http/query.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';

type Plan = AnswerOf<typeof planVisits>;
type Planned = Plan['plan'][number];

/** Assigns free slots to unscheduled appointments, after a preview. */
export function AutoDialog({ from, filter, onClose }: { from: Day; filter: Filter; onClose: () => void }) {
  const { t } = useTranslation([handoverSchedule.name, 'common', 'errors']);
  const { day, time, number } = useFormats();
  const scope = useAtomValue(scopeAtom);
  const keyOf = useIdempotencyKey();
  const { busy, error, code, run } = useSubmit();
  const { data: config } = useContract<typeof handoverSettings>('/handover/config');
  const [begins, setBegins] = useState(from);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [plan, setPlan] = useState<Plan | null>(null);
  const all = config?.inspectorIds ?? [];
  const employeeIds = all.filter(id => !left.includes(id));
  const { scheduledAt: _days, status: _status, ...rest } = filter;
  const ask = (make: boolean) =>
    run(async () => {
      const body = { from: begins, employeeIds, filter: filterValues(rest), make };
      const { data } = await callContract<typeof planVisits>('POST', '/handover/schedule/auto', {
        ...scope,
        body,
        ...(make && { idempotencyKey: keyOf(body) }),
      });
      if (!make) return setPlan(data);
      toast({ tone: 'done', title: t('auto.done', { count: data.plan.length }) });
      onClose();
    });
  return (
    <Dialog
      open
      wide={plan !== null}
      title={t('auto.title')}
      description={t('auto.text')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button busy={busy} disabled={employeeIds.length === 0} onClick={() => void ask(false)}>
            {t('auto.preview')}
          </Button>
          {plan && plan.plan.length > 0 && (
            <Button look="filled" busy={busy} onClick={() => void ask(true)}>
              {t('auto.make', { count: plan.plan.length })}
            </Button>
          )}
        </>
      }
    >
      <Field label={t('auto.from')}>
        <DayInput label={t('auto.from')} value={begins} onChange={setBegins} />
      </Field>
      <fieldset>
        <legend>{t('auto.who')}</legend>
        {all.map(id => (
          <Checkbox
            key={id}
            label={<RefName to="employee" id={id} />}
            checked={!left.includes(id)}
            onChange={event => {
              setPlan(null);
              setLeft(event.target.checked ? left.filter(other => other !== id) : [...left, id]);
            }}
          />
        ))}
        {config && all.length === 0 && <p>{t('lanes.nobodyText')}</p>}
      </fieldset>
      {plan && (
        <>
          <FigureTable<Planned>
            label={t('auto.title')}
            rows={plan.plan}
            keyOf={({ id }) => id}
            columns={[
              {
                key: 'scheduledAt',
                label: t('fields.scheduledAt'),
                cell: ({ scheduledAt }) => `${day(scheduledAt)} ${time(scheduledAt)}`,
              },
              { key: 'unitId', label: t('fields.unitId'), cell: ({ unitId }) => <RefName to="unit" id={unitId} /> },
              {
                key: 'employeeId',
                label: t('fields.employeeId'),
                cell: ({ employeeId }) => <RefName to="employee" id={employeeId} />,
              },
            ]}
          />
          {[...Map.groupBy(plan.refused, ({ code, reason }) => reason ?? code)].map(([code, those]) => (
            <p key={code}>
              {t('auto.refused', { count: those.length, said: number(those.length), why: t(`auto.why.${code}`) })}
            </p>
          ))}
        </>
      )}
      <Refused error={error} code={code} />
    </Dialog>
  );
}
