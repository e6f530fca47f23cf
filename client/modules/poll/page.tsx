import { poll } from '@lobby/shared/modules/poll.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ResultsTab } from './ResultsTab.tsx';
import { TurnoutTab } from './TurnoutTab.tsx';

const FORM = pairedForm(
  ['most', 'weight', 'closesAt', 'results', 'change', 'anonymous', 'notify', 'audience', 'blockIds', 'unitIds'],
  ['roles', 'images', 'attachments'],
  ['title', 'content', 'options'],
);
const WIDTHS = { title: 380, voted: 120, closesAt: 160, status: 140 };

/** Questions to the residents, and how the votes stand. */
export function Component() {
  const { t } = useTranslation('poll');
  const navigate = useNavigate();
  const { idUnitGroup = '' } = useParams();
  return (
    <RecordsPage
      definition={poll}
      widths={WIDTHS}
      hidden={['most', 'audience', 'anonymous', 'authorId', 'createdAt']}
      form={FORM}
      detail={{
        more: ({ id }) => [
          {
            key: 'print',
            label: t('print.title'),
            icon: Printer,
            onSelect: () => void navigate(`/print/${idUnitGroup}/poll/${id}`),
          },
        ],
        extraTabs: id => [
          { value: 'results', label: t('standing'), content: <ResultsTab id={id} /> },
          { value: 'turnout', label: t('turnout.title'), content: <TurnoutTab id={id} /> },
        ],
      }}
    />
  );
}
