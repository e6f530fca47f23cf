import { AUTO_DEDUCT, PAYMENT_DEFAULTS, type PaymentSettings } from '@lobby/shared/billing/payment-settings.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { paymentMethodSettings } from '@lobby/shared/modules/payment-method.contract.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { readWhole } from '../../kit/ui/form/inputs/numbers.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const formClass = styleClass({
  display: 'grid',
  gap: '4',
  p: '4',
  overflow: 'auto',
  '& fieldset': { display: 'grid', gridTemplateColumns: { base: '1fr', md: 'repeat(2, minmax(0, 320px))' }, gap: '4' },
  '& legend': { fontWeight: 'semibold', mb: '2' },
  '& small': { display: 'block', color: 'fg.muted' },
  '& [data-changed]': { color: 'accent.fg' },
  '& > p': { color: 'bad.fg' },
});

type Held = AnswerOf<typeof paymentMethodSettings>;
type Name = Exclude<keyof PaymentSettings, 'approvalRules'>;
const GROUPS: readonly (readonly ['taking' | 'debts' | 'automatic' | 'reminders', readonly Name[]])[] = [
  ['taking', ['multiUnitCap', 'attachmentFrom', 'claimImages', 'forfeitPhotos']],
  ['debts', ['planNeedsFile', 'disputeMakesTicket']],
  ['automatic', ['surplusToAccount', 'smallDifference', 'autoDeduct']],
  ['reminders', ['reminderOffsets']],
];

/** Payment settings with explanations and defaults. */
export function RulesPart() {
  const { t } = useTranslation(paymentMethod.name);
  const { data, error, again } = useContract<typeof paymentMethodSettings>('/payment-method/settings', {
    follow: paymentMethod.code,
  });
  if (error && !data) return <ErrorState title={t('rules.failed')} onRetry={() => void again()} />;
  return (
    <ReportPage title={t('rules.part')}>
      {data ? <Rules key={data.version} held={data} onSaved={() => void again()} /> : <SkeletonRows />}
    </ReportPage>
  );
}

/** Entered text of a setting as request value. */
function valueOfTyped(name: Name, typed: string): unknown {
  const before = PAYMENT_DEFAULTS[name];
  if (typeof before === 'boolean') return typed === 'true';
  if (name === 'autoDeduct') return typed;
  if (name === 'reminderOffsets')
    return typed
      .split(/[^\d]+/)
      .filter(Boolean)
      .map(Number);
  return typed.trim() === '' ? null : (readWhole(typed) ?? typed);
}

function Rules({ held, onSaved }: { held: Held; onSaved: () => void }) {
  const { t } = useTranslation([paymentMethod.name, 'kit']);
  const may = useCan(paymentMethod.code, 'write');
  const scope = useAtomValue(scopeAtom);
  const shown = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''));
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const { busy, error, code, run } = useSubmit();
  const wordsFor = (name: Name, value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'rules.on' : 'rules.off');
    return name === 'autoDeduct'
      ? t(`rules.autoDeduct.${value as PaymentSettings['autoDeduct']}`)
      : shown(value) || '–';
  };
  const choicesOf = (name: Name) =>
    name === 'autoDeduct'
      ? AUTO_DEDUCT.map(value => ({ value, label: t(`rules.autoDeduct.${value}`) }))
      : ([true, false] as const).map(value => ({ value: String(value), label: wordsFor(name, value) }));
  const save = () => {
    void run(async () => {
      const changes = Object.fromEntries(
        Object.entries(typed).map(([name, text]) => [name, valueOfTyped(name as Name, text)]),
      );
      await request('PUT', `${paymentMethod.path}/settings`, { ...scope, body: { ...changes, version: held.version } });
      toast({ tone: 'done', title: t('kit:form.saved') });
      onSaved();
    });
  };
  return (
    <Form className={formClass()} onSubmit={save}>
      {GROUPS.map(([group, names]) => (
        <fieldset key={group}>
          <legend>{t(`rules.${group}`)}</legend>
          {names.map(name => {
            const value = typed[name] ?? shown(held[name]);
            const change = (next: string) => setTyped(before => ({ ...before, [name]: next }));
            const free = typeof PAYMENT_DEFAULTS[name] !== 'boolean' && name !== 'autoDeduct';
            return (
              <div key={name}>
                <Field label={t(`rules.fields.${name}`)}>
                  {free ? (
                    <TextInput
                      inputMode="numeric"
                      disabled={!may}
                      value={value}
                      {...(name === 'reminderOffsets' && { title: t('rules.days') })}
                      onChange={event => change(event.target.value)}
                    />
                  ) : (
                    <Select
                      disabled={!may}
                      value={value}
                      choices={choicesOf(name)}
                      onChange={event => change(event.target.value)}
                    />
                  )}
                </Field>
                <small>
                  {t(`rules.hints.${name}`)} {t('rules.default', { value: wordsFor(name, PAYMENT_DEFAULTS[name]) })}
                </small>
                {shown(held[name]) !== shown(PAYMENT_DEFAULTS[name]) && (
                  <small data-changed="">{t('rules.changed')}</small>
                )}
              </div>
            );
          })}
          {group === 'taking' && (
            <div>
              <Field label={t('rules.interest')}>
                <TextInput disabled value={t(held.interestBeforePrincipal ? 'rules.on' : 'rules.off')} />
              </Field>
              <small>{t('rules.interestHint')}</small>
            </div>
          )}
        </fieldset>
      ))}
      <Refused error={error} code={code} />
      {may && (
        <footer>
          <Button type="submit" look="filled" busy={busy} disabled={Object.keys(typed).length === 0}>
            {t('kit:form.save')}
          </Button>
        </footer>
      )}
    </Form>
  );
}
