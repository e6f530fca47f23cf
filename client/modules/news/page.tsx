import { news } from '@lobby/shared/modules/news.ts';
import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { SETTINGS, WORDS } from './fields.ts';
import { ReachPart } from './ReachPart.tsx';

const FORM = pairedForm(SETTINGS, [], WORDS);
const WIDTHS = { title: 360, category: 120, audience: 140, publishedAt: 160, status: 120 };
const asides = (row: RecordOf<typeof news>) => ({
  publish: <ReachPart id={row.id} />,
  schedule: <ReachPart id={row.id} />,
});

/** News articles; each is edited on its own page. */
export function Component() {
  const { t } = useTranslation('news');
  const navigate = useNavigate();
  const mayWrite = useCan(news.code, 'write');
  const more = (row: RecordOf<typeof news>) =>
    mayWrite
      ? [{ key: 'editor', label: t('editor'), icon: PenLine, onSelect: () => void navigate(`write?id=${row.id}`) }]
      : [];
  return (
    <RecordsPage
      definition={news}
      widths={WIDTHS}
      form={FORM}
      onCreate={() => void navigate('write')}
      detail={{ asides, more }}
    />
  );
}
