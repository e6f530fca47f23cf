import { ticket } from '@lobby/shared/modules/ticket.ts';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { FORM_FIELDS, TicketFields } from './TicketFields.tsx';

/** A request made at the desk. */
export function NewTicket({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('ticket');
  return (
    <FormDialog
      open
      size="wide"
      definition={ticket}
      title={t('new.title')}
      fields={FORM_FIELDS}
      onSaved={onClose}
      onCancel={onClose}
    >
      <TicketFields />
    </FormDialog>
  );
}
