import type { addHandoverUnits } from '@lobby/shared/modules/handover-unit.contract.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { block, UNIT_TYPES } from '@lobby/shared/modules/unit.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { callContract } from '../../kit/http/contract.ts';
import { useOptions } from '../../kit/live/useRows.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { LeaveButton } from '../../kit/ui/controls/LeaveButton.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { useIdempotencyKey } from '../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';

/** Adds the units of a block or type to the programme, except those already in it or handed over. */
export function AddDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation([handoverUnit.name, 'common']);
  const scope = useAtomValue(scopeAtom);
  const keyOf = useIdempotencyKey();
  const { busy, error, code, run } = useSubmit();
  const [blockId, setBlock] = useState('');
  const [type, setType] = useState('');
  const blocks = useOptions(block).data ?? [];
  const add = () =>
    run(async () => {
      const filter = {
        handoverStatus: ['NOT_YET'],
        ...(blockId && { blockId: [blockId] }),
        ...(type && { type: [type] }),
      };
      const body = { isAll: true as const, filter };
      const { data } = await callContract<typeof addHandoverUnits>('POST', '/handover/unit/add', {
        ...scope,
        body,
        idempotencyKey: keyOf(body),
      });
      toast({ tone: 'done', title: t('add.done', { created: data.created, refused: data.refused.length }) });
      onClose();
    });
  return (
    <Dialog
      open
      title={t('add.title')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" busy={busy} onClick={() => void add()}>
            {t('add.make')}
          </Button>
        </>
      }
    >
      <Field label={t('add.block')}>
        <Select
          value={blockId}
          choices={[{ value: '', label: t('add.all') }, ...blocks.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={event => setBlock(event.target.value)}
        />
      </Field>
      <Field label={t('add.type')}>
        <Select
          value={type}
          choices={[
            { value: '', label: t('add.any') },
            ...UNIT_TYPES.map(value => ({ value, label: t(`options.unitType.${value}`) })),
          ]}
          onChange={event => setType(event.target.value)}
        />
      </Field>
      <Refused error={error} code={code} />
    </Dialog>
  );
}
