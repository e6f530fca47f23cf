import { chakra } from '@chakra-ui/react';
import { Compass, DoorOpen, House, RotateCcw, ShieldX, TriangleAlert } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../kit/ui/controls/Button.tsx';
import { EmptyState } from '../kit/ui/states/EmptyState.tsx';

interface ErrorPageProps {
  /** `left`: the reader had access until now. */
  code: 403 | 'left' | 404 | 500;
  onHome: () => void;
  /** Defaults to reloading the page. */
  onReload?: () => void;
  /** The request id, for support. */
  requestId?: string;
  /** Inside the shell, which already contains the page's main element. */
  inside?: boolean;
}

const PAGES = {
  403: { words: 'denied', icon: ShieldX },
  left: { words: 'left', icon: DoorOpen },
  404: { words: 'lost', icon: Compass },
  500: { words: 'failed', icon: TriangleAlert },
} as const;

/** Time in seconds to read the message, and to stay, before it leads home. */
const HOME_AFTER_S = 10;

/** An error page: not allowed, not found, or broken. */
export function ErrorPage({ code, onHome, onReload = () => location.reload(), requestId, inside }: ErrorPageProps) {
  const { t } = useTranslation('shell');
  const { words, icon } = PAGES[code];
  const [stays, setStays] = useState(false);
  const leads = code === 404 && !stays;
  const home = useEffectEvent(onHome);
  useEffect(() => {
    if (!leads) return;
    const timer = setTimeout(() => home(), HOME_AFTER_S * 1000);
    return () => clearTimeout(timer);
  }, [leads]);
  return (
    <chakra.main
      as={inside ? 'div' : 'main'}
      display="flex"
      flexDirection="column"
      h="full"
      minH={inside ? '60' : '100dvh'}
      bg="bg"
    >
      <EmptyState
        page
        icon={icon}
        tone={code === 500 ? 'bad' : 'muted'}
        title={t(`${words}.title`)}
        actions={
          <>
            {code === 500 && (
              <Button icon={RotateCcw} onClick={onReload}>
                {t('failed.reload')}
              </Button>
            )}
            {leads && (
              <Button look="ghost" onClick={() => setStays(true)}>
                {t('lost.stay')}
              </Button>
            )}
            <Button icon={House} look={code === 500 ? 'ghost' : 'outline'} onClick={onHome}>
              {t('lost.home')}
            </Button>
          </>
        }
      >
        {t(`${words}.text`)} {leads && t('lost.redirect', { seconds: HOME_AFTER_S })}
        <chakra.small display="block" mt="2" textStyle="xs" color="fg.subtle">
          {[code === 'left' ? 403 : code, requestId].filter(Boolean).join(' · ')}
        </chakra.small>
      </EmptyState>
    </chakra.main>
  );
}
