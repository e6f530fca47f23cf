import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addView, changeView, removeView, type View } from '../../../list/views.ts';
import { Button } from '../../controls/Button.tsx';
import { Checkbox } from '../../controls/Checkbox.tsx';
import { Field } from '../../controls/Field.tsx';
import { Form } from '../../controls/Form.tsx';
import { LeaveButton } from '../../controls/LeaveButton.tsx';
import { TextInput } from '../../controls/TextInput.tsx';
import { useSubmit } from '../../controls/useSubmit.ts';
import { ConfirmDialog } from '../../overlay/ConfirmDialog.tsx';
import { Dialog } from '../../overlay/Dialog.tsx';
import { useListModel } from '../model/model.ts';
import { useLayout } from './useLayout.ts';
import type { useViews } from './useViews.ts';

/** Subject of the dialog: a new view of the current state, or an existing view. */
export type Asking = { kind: 'add' } | { kind: 'change' | 'remove'; view: View };

interface ViewDialogProps {
  asking: Asking;
  model: ReturnType<typeof useViews>;
  onClose: () => void;
}

/** Dialog for name and visibility of a view, or to confirm its removal. */
export function ViewDialog(props: ViewDialogProps) {
  const { asking } = props;
  return asking.kind === 'remove' ? <Removing {...props} view={asking.view} /> : <Naming {...props} />;
}

function Naming({ asking, model, onClose }: ViewDialogProps) {
  const { definition } = useListModel();
  const { t } = useTranslation('around');
  const [columns] = useLayout(definition);
  const view = asking.kind === 'add' ? null : asking.view;
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const { busy, error, code, run } = useSubmit();
  const form = useId();
  const { projectId, now } = model;
  const save = async () => {
    if (view) await changeView(projectId, view, { name, shared });
    else model.name(await addView(projectId, { list: definition.name, name, query: now, columns, shared }));
    onClose();
  };
  const submit = () => {
    if (name.trim()) void run(save);
  };
  return (
    <Dialog
      open
      title={t(view ? 'views.renameTitle' : 'views.addTitle')}
      description={view ? undefined : t('views.addText')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button look="filled" type="submit" form={form} busy={busy} disabled={!name.trim()}>
            {t('views.save')}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit} style={{ display: 'flex', flexDirection: 'column', gap: 12 }}>
        <Field label={t('views.name')} error={error} code={code} required>
          <TextInput value={name} maxLength={60} onChange={event => setName(event.target.value)} />
        </Field>
        <Checkbox label={t('views.sharing')} checked={shared} onChange={event => setShared(event.target.checked)} />
      </Form>
    </Dialog>
  );
}

function Removing({ view, model, onClose }: ViewDialogProps & { view: View }) {
  const { t } = useTranslation('around');
  const remove = async () => {
    await removeView(model.projectId, view);
    model.turnOn(null, 'replace');
    onClose();
  };
  return (
    <ConfirmDialog
      open
      tone="bad"
      title={t('views.removeAsk', { name: view.name })}
      description={t(view.shared ? 'views.removeShared' : 'views.removeText')}
      confirm={t('views.remove')}
      onConfirm={remove}
      onCancel={onClose}
    />
  );
}
