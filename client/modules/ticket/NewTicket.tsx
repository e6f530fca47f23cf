import { ticket } from '@lobby/shared/modules/ticket.ts';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../kit/ui/form/FormDialog.tsx';
import { FORM_FIELDS, TicketFields } from './TicketFields.tsx';

interface NewTicketProps {
  /** Unit or resident from which the form was opened. */
  defaults?: { unitId: string } | { residentId: string };
  onClose: () => void;
}

/** Ticket created by staff. */
export function NewTicket({ defaults, onClose }: NewTicketProps) {
  const { t } = useTranslation('ticket');
  return (
    <FormDialog
      open
      size="wide"
      definition={ticket}
      title={t('new.title')}
      fields={FORM_FIELDS}
      {...(defaults && { form: [ticket.name, ...Object.values(defaults)].join(':'), defaults })}
      onSaved={onClose}
      onCancel={onClose}
    >
      <TicketFields />
    </FormDialog>
  );
}
