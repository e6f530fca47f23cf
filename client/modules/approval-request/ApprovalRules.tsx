import { APPROVAL_ACTS, type ApprovalActName, type ApprovalRule } from '@lobby/shared/billing/approval-acts.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { testApprovalRule } from '@lobby/shared/modules/approval-request.contract.ts';
import { approvalRequest } from '@lobby/shared/modules/approval-request.ts';
import { position } from '@lobby/shared/modules/employee.ts';
import type { paymentMethodSettings } from '@lobby/shared/modules/payment-method.contract.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { useAtomValue } from 'jotai';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useOptions } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
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
  '& fieldset': { display: 'grid', gap: '3', p: '3', borderWidth: '1px', borderRadius: 'md', maxW: '720px' },
  '& fieldset > div': { display: 'grid', gridTemplateColumns: { base: '1fr', md: '1fr 1fr' }, gap: '3' },
  '& legend': { px: '1', fontWeight: 'semibold' },
  '& small': { color: 'fg.muted' },
  '& footer': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  '& > p[role=alert]': { color: 'bad.fg' },
});

const SETTINGS = `${paymentMethod.path}/settings`;
type Held = AnswerOf<typeof paymentMethodSettings>;
/** A rule while it is edited; amounts are text. */
type Typed = Omit<ApprovalRule, 'fromAmount'> & { fromAmount: string };

/** Rules for acts that need a second person, each with the requests it would have caused recently. */
export function ApprovalRules() {
  const { t } = useTranslation([approvalRequest.name, paymentMethod.name]);
  const { data, error, again } = useContract<typeof paymentMethodSettings>('/payment-method/settings', {
    follow: paymentMethod.code,
  });
  if (error && !data) return <ErrorState title={t('payment-method:rules.failed')} onRetry={() => void again()} />;
  return (
    <ReportPage title={t('rules.title')}>
      {data ? <Rules key={data.version} held={data} onSaved={() => void again()} /> : <SkeletonRows />}
    </ReportPage>
  );
}

function Rules({ held, onSaved }: { held: Held; onSaved: () => void }) {
  const { t } = useTranslation([approvalRequest.name, 'kit']);
  const may = useCan(paymentMethod.code, 'write');
  const scope = useAtomValue(scopeAtom);
  const [rules, setRules] = useState<Typed[]>(() =>
    held.approvalRules.map(approvalRule => ({ ...approvalRule, fromAmount: String(approvalRule.fromAmount) })),
  );
  const { busy, error, code, run } = useSubmit();
  const change = (at: number, part: Partial<Typed>) =>
    setRules(before => before.map((rule, n) => (n === at ? { ...rule, ...part } : rule)));
  const add = () =>
    setRules(before => [...before, { act: APPROVAL_ACTS[0], fromAmount: '0', positionIds: [], active: true }]);
  const save = () => {
    void run(async () => {
      const approvalRules = rules.map(rule => ({ ...rule, fromAmount: readWhole(rule.fromAmount) ?? rule.fromAmount }));
      await request('PUT', SETTINGS, { ...scope, body: { approvalRules, version: held.version } });
      toast({ tone: 'done', title: t('kit:form.saved') });
      onSaved();
    });
  };
  return (
    <Form className={formClass()} onSubmit={save}>
      <small>{rules.length > 0 ? t('rules.hint') : t('rules.none')}</small>
      {rules.map((rule, n) => (
        <Rule
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name but their place
          key={n}
          rule={rule}
          may={may}
          onChange={part => change(n, part)}
          onDrop={() => setRules(before => before.toSpliced(n, 1))}
        />
      ))}
      <Refused error={error} code={code} />
      {may && (
        <footer>
          <Button icon={Plus} onClick={add}>
            {t('rules.add')}
          </Button>
          <Button type="submit" look="filled" busy={busy}>
            {t('kit:form.save')}
          </Button>
        </footer>
      )}
    </Form>
  );
}

interface RuleProps {
  rule: Typed;
  may: boolean;
  onChange: (part: Partial<Typed>) => void;
  onDrop: () => void;
}

function Rule({ rule, may, onChange, onDrop }: RuleProps) {
  const { t } = useTranslation(approvalRequest.name);
  const fromAmount = readWhole(rule.fromAmount);
  const { data: places } = useOptions(position);
  const tested = useContract<typeof testApprovalRule>(
    '/approval-request/rule-test',
    fromAmount !== null && { query: { act: rule.act, fromAmount } },
  );
  const choices = APPROVAL_ACTS.map(value => ({ value, label: t(`options.act.${value}`) }));
  const toggle = (id: string, on: boolean) =>
    onChange({ positionIds: on ? [...rule.positionIds, id] : rule.positionIds.filter(other => other !== id) });
  return (
    <fieldset disabled={!may}>
      <legend>{t(`options.act.${rule.act}`)}</legend>
      <div>
        <Field label={t('rules.act')}>
          <Select
            value={rule.act}
            choices={choices}
            onChange={event => onChange({ act: event.target.value as ApprovalActName })}
          />
        </Field>
        <Field label={t('rules.fromAmount')}>
          <TextInput
            inputMode="numeric"
            value={rule.fromAmount}
            onChange={event => onChange({ fromAmount: event.target.value })}
          />
        </Field>
      </div>
      <span>{t('rules.positions')}</span>
      <div>
        {places?.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={rule.positionIds.includes(id)}
            onChange={event => toggle(id, event.target.checked)}
          />
        ))}
      </div>
      <Checkbox
        label={t('rules.active')}
        checked={rule.active}
        onChange={event => onChange({ active: event.target.checked })}
      />
      {tested.data && <small>{t('rules.test', { ...tested.data })}</small>}
      {may && (
        <Button tone="bad" size="sm" onClick={onDrop}>
          {t('rules.drop')}
        </Button>
      )}
    </fieldset>
  );
}
