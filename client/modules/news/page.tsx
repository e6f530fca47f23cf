import { news } from '@lobby/shared/modules/news.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(
  ['category', 'expiresAt', 'notify', 'audience', 'blockIds', 'unitIds'],
  ['images', 'attachments'],
  ['title', 'summary', 'content'],
);
const WIDTHS = { title: 360, category: 120, audience: 140, publishedAt: 160, status: 120 };

/** News of the building. */
export function Component() {
  return <RecordsPage definition={news} widths={WIDTHS} hidden={['publishAt', 'authorId', 'createdAt']} form={FORM} />;
}
