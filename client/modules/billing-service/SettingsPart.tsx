import { type BillingSettings, type FeeDates, feeDates } from '@lobby/shared/billing/dates.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { serviceSettings } from '@lobby/shared/modules/billing-service.contract.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';

const formClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: 'repeat(3, minmax(0, 240px))' },
  gap: '4',
  p: '4',
  overflow: 'auto',
  alignItems: 'start',
  '& > ol': { gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: '3', listStyle: 'none' },
  '& > ol > li': { display: 'grid', px: '3', py: '2', borderWidth: '1px', borderColor: 'border', borderRadius: 'md' },
  '& > ol small': { color: 'fg.muted' },
  '& > p': { gridColumn: '1 / -1', color: 'bad.fg' },
  '& > footer': { gridColumn: '1 / -1' },
});

type Held = AnswerOf<typeof serviceSettings>;
const DAYS = ['noticeSendingDay', 'paymentDueDay', 'debtNoticeDueDay', 'interestGraceDays', 'outlierPercent'] as const;
const WORDS = {
  odd: ['linh', 'lẻ'],
  four: ['tư', 'bốn'],
  thousand: ['nghìn', 'ngàn'],
  even: ['off', 'on'],
} as const;
type Word = keyof typeof WORDS;
const WORD_NAMES = Object.keys(WORDS) as Word[];
const DATES: readonly (keyof FeeDates)[] = ['closing', 'sending', 'due', 'debtDue', 'interest'];

/** Billing settings of the project, with the dates they give for the current month. */
export function SettingsPart() {
  const { t } = useTranslation(service.name);
  const { data, error, again } = useContract<typeof serviceSettings>('/service/settings', { follow: service.code });
  if (error && !data) return <ErrorState title={t('settings.failed')} onRetry={() => void again()} />;
  return (
    <ReportPage title={t('settings.part')}>
      {data ? <Settings key={data.version} held={data} onSaved={() => void again()} /> : <SkeletonRows />}
    </ReportPage>
  );
}

function Settings({ held, onSaved }: { held: Held; onSaved: () => void }) {
  const { t } = useTranslation([service.name, 'kit']);
  const { day } = useFormats();
  const may = useCan(service.code, 'write');
  const scope = useAtomValue(scopeAtom);
  const [typed, setTyped] = useState(held);
  const { busy, error, code, run } = useSubmit();
  const put = (values: Partial<Held>) => setTyped(before => ({ ...before, ...values }));
  const save = () => {
    void run(async () => {
      await request('PUT', `${service.path}/settings`, { ...scope, body: typed });
      toast({ tone: 'done', title: t('kit:form.saved') });
      onSaved();
    });
  };
  const dates = feeDates(typed, thisMonth());
  return (
    <Form className={formClass()} onSubmit={save}>
      <ol aria-label={t('settings.dates')}>
        {DATES.map(name => (
          <li key={name}>
            <small>{t(`settings.date.${name}`)}</small>
            {day(dates[name])}
          </li>
        ))}
      </ol>
      {DAYS.map(name => (
        <Field key={name} label={t(`settings.fields.${name}`)}>
          <TextInput
            inputMode="numeric"
            disabled={!may}
            value={String(typed[name])}
            onChange={event => put({ [name]: Number(event.target.value.replace(/\D/g, '').slice(0, 3)) })}
          />
        </Field>
      ))}
      <Field label={t('settings.fields.startMonth')}>
        <DayInput
          kind="month"
          label={t('settings.fields.startMonth')}
          value={typed.startMonth ?? ''}
          onChange={month => put({ startMonth: month || null })}
        />
      </Field>
      {WORD_NAMES.map(name => (
        <Field key={name} label={t(`settings.words.${name}`)}>
          <Select
            disabled={!may}
            value={typed.amountWords[name]}
            choices={WORDS[name].map(value => ({
              value,
              label: name === 'even' ? t(`settings.even.${value === 'on' ? 'on' : 'off'}`) : value,
            }))}
            onChange={event =>
              put({
                amountWords: { ...typed.amountWords, [name]: event.target.value } as BillingSettings['amountWords'],
              })
            }
          />
        </Field>
      ))}
      <Refused error={error} code={code} />
      {may && (
        <footer>
          <Button type="submit" look="filled" busy={busy}>
            {t('kit:form.save')}
          </Button>
        </footer>
      )}
    </Form>
  );
}
