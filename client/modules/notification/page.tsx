import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { NotificationList } from './NotificationList.tsx';

/** The list behind the bell as a page of its own: on a phone, and to go further back. */
export function Component() {
  const { t } = useTranslation('notification');
  const { idUnitGroup = '' } = useParams();
  return (
    <chakra.div display="flex" flexDirection="column" flex="1" minH="0" maxW="720px" w="full">
      <chakra.h1 textStyle="lg" fontWeight="semibold" display="flex" alignItems="center" flex="none" h="13" px="4">
        {t('title')}
      </chakra.h1>
      <NotificationList projectId={idUnitGroup} />
    </chakra.div>
  );
}
