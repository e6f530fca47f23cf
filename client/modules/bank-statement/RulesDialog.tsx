import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { statementProfile } from '@lobby/shared/modules/bank-statement.contract.ts';
import { bankStatement, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useOptions } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Form } from '../../kit/ui/controls/Form.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { readWhole } from '../../kit/ui/form/inputs/numbers.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useAccounts } from './accounts.ts';

const BY_ITSELF = ['CONTENT', 'VIRTUAL_ACCOUNT', 'PAYER'] as const;
type Profile = AnswerOf<typeof statementProfile>;
const MOST_FEE = 1_100_000;

const bodyClass = styleClass({
  display: 'grid',
  gap: '4',
  '& fieldset': { display: 'grid', gap: '2' },
  '& legend': { fontWeight: 'semibold', mb: '1' },
  '& [role=alert]': { color: 'bad.fg' },
});

interface RulesProps {
  id: string;
  account: string;
  held: Profile;
  onSaved: () => void;
}

function Rules({ id, account, held, onSaved }: RulesProps) {
  const { t } = useTranslation([bankStatementLine.name, 'kit']);
  const { number } = useFormats();
  const maySpend = useCan(payslip.code, 'write');
  const categories = useOptions(maySpend && voucherCategory, { filter: { kind: { in: ['EXPENSE'] } } });
  const [autoPost, setAutoPost] = useState(held.autoPost);
  const [words, setWords] = useState(held.fees?.words.join(', ') ?? '');
  const [most, setMost] = useState(number(held.fees?.most ?? MOST_FEE));
  const [chosen, setChosen] = useState(held.fees?.categoryId ?? '');
  const { error, code, run } = useSubmit();
  const categoryId = chosen || categories.data?.[0]?.id || '';
  const listed = words
    .split(/[,;\n]/)
    .map(word => word.trim())
    .filter(Boolean);
  const save = () => {
    void run(async () => {
      const fees = listed.length > 0 ? { words: listed, most: readWhole(most) ?? 0, categoryId } : null;
      const body = { autoPost, ...(maySpend && { fees }) };
      await request('PUT', `${bankStatement.path}/profile/${account}`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('kit:form.saved') });
      onSaved();
    });
  };
  return (
    <Form id={id} className={bodyClass()} onSubmit={save}>
      <fieldset>
        <legend>{t('rules.byItself')}</legend>
        {BY_ITSELF.map(rule => (
          <Checkbox
            key={rule}
            checked={autoPost[rule]}
            onChange={event => setAutoPost({ ...autoPost, [rule]: event.target.checked })}
            label={t(`options.rule.${rule}`)}
          />
        ))}
      </fieldset>
      {maySpend && (
        <fieldset>
          <legend>{t('rules.fees')}</legend>
          <Field label={t('rules.words')} help={t('rules.wordsHelp')}>
            <TextInput value={words} onChange={event => setWords(event.target.value)} />
          </Field>
          <Field label={t('rules.most')}>
            <TextInput inputMode="numeric" value={most} onChange={event => setMost(event.target.value)} />
          </Field>
          <Field label={t('inputs.categoryId')}>
            <Select
              value={categoryId}
              choices={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              onChange={event => setChosen(event.target.value)}
            />
          </Field>
        </fieldset>
      )}
      <Refused error={error} code={code} />
    </Form>
  );
}

/** Rules for automatic booking per account: what identifies a unit, and which lines are the bank's own. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([bankStatementLine.name, 'kit']);
  const id = useId();
  const accounts = useAccounts();
  const [chosen, setChosen] = useState('');
  const account = chosen || accounts[0]?.value || '';
  const { data } = useContract<typeof statementProfile>(
    '/bank-statement/profile/:bankAccountId',
    account && { params: { bankAccountId: account } },
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rules.title')}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button type="submit" form={id} look="filled" disabled={!data}>
            {t('kit:form.save')}
          </Button>
        </>
      }
    >
      <div className={bodyClass()}>
        <Field label={t('take.account')}>
          <Select value={account} choices={accounts} onChange={event => setChosen(event.target.value)} />
        </Field>
        {data ? <Rules key={account} id={id} account={account} held={data} onSaved={onClose} /> : <SkeletonRows />}
      </div>
    </Dialog>
  );
}
