import { hiddenOf } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { type TicketRow, ticket } from '@lobby/shared/modules/ticket.ts';
import { useTranslation } from 'react-i18next';
import { useRefRow } from '../../kit/refs/refs.ts';
import { MessageView } from '../../kit/ui/thread/MessageView.tsx';

const shownFiles = (files: FileInfo[] | undefined) => (files ?? []).filter(file => typeof file === 'object');

/** The ticket itself as the first message of its conversation. */
export function Opening({ row }: { row: Partial<TicketRow> }) {
  const { t } = useTranslation('ticket');
  const writerId = row.writerId ?? row.residentId;
  const resident = useRefRow('resident', writerId);
  if (!row.id || !row.createdAt || row.content === undefined) return null;
  const author = {
    id: writerId ?? row.id,
    name: resident?.name ?? t('detail.desk'),
    kind: resident ? ('resident' as const) : ('staff' as const),
  };
  return (
    <MessageView
      hidden={hiddenOf(ticket, row).includes('content')}
      message={{
        id: row.id,
        at: row.createdAt,
        author,
        content: row.content,
        private: false,
        images: shownFiles(row.images),
        attachments: [],
      }}
    />
  );
}
