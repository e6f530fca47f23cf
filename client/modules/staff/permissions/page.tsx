import { chakra } from '@chakra-ui/react';
import { department, position } from '@lobby/shared/modules/employee.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { RecordsPage } from '../../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../../kit/ui/pages/ScreenParts.tsx';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { Editor } from './Editor.tsx';
import { PlaceList } from './PlaceList.tsx';
import { usePlaces } from './usePlaces.ts';

const DEPARTMENT_WIDTHS = { shownToResidents: 160 };

/** Permissions, positions and departments. */
export function Component() {
  const { t } = useTranslation(['authorization', 'position', 'department']);
  return (
    <ScreenParts
      label={t('title')}
      parts={[
        { value: 'permissions', label: t('title'), content: <Permissions /> },
        { value: 'positions', label: t('position:plural'), content: <RecordsPage definition={position} /> },
        {
          value: 'departments',
          label: t('department:plural'),
          content: <RecordsPage definition={department} widths={DEPARTMENT_WIDTHS} />,
        },
      ]}
    />
  );
}

function Permissions() {
  const { t } = useTranslation(['authorization', 'position']);
  const { data: places, error, again } = usePlaces();
  const [params, setParams] = useSearchParams();
  if (!places) return error ? <ErrorState title={t('failed')} onRetry={() => void again()} /> : <SkeletonRows />;
  const { positions } = places;
  const chosen =
    positions.find(row => row.id === params.get('position')) ?? positions.find(row => !row.admin) ?? positions[0];
  const open = (id: string) => setParams({ position: id }, { replace: true });
  if (!chosen) return <Empty title={t('position:empty.title')}>{t('position:empty.text')}</Empty>;
  return (
    <chakra.div display="flex" flex="1" minH="0" minW="0">
      <PlaceList places={places} positionId={chosen.id} onPosition={open} />
      <chakra.div
        display="flex"
        flexDirection="column"
        flex="1"
        minH="0"
        minW="0"
        overflowY={{ base: 'auto', md: 'hidden' }}
      >
        <Editor key={chosen.id} places={places} positionId={chosen.id} onPosition={open} />
      </chakra.div>
    </chakra.div>
  );
}
