import { place } from '@lobby/shared/modules/location.ts';
import { useTranslation } from 'react-i18next';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { LevelsPart } from './LevelsPart.tsx';

/** Levels, and the places generated from them. */
export function Component() {
  const { t } = useTranslation(['location', 'place']);
  return (
    <ScreenParts
      label={t('screen')}
      parts={[
        { value: 'levels', label: t('plural'), content: <LevelsPart /> },
        {
          value: 'places',
          label: t('place:plural'),
          content: (
            <ListPage
              definition={place}
              widths={{ name: 340, code: 160, levelId: 160, parentId: 260 }}
              drawer={(id, nav) => <DetailDrawer definition={place} id={id} nav={nav} form={false} />}
            />
          ),
        },
      ]}
    />
  );
}
