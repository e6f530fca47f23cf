import { chakra } from '@chakra-ui/react';
import { Compass, House, RotateCcw, ShieldX, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Blank } from '../kit/ui/Blank.tsx';
import { Button } from '../kit/ui/Button.tsx';

interface ErrorPageProps {
  code: 403 | 404 | 500;
  onHome: () => void;
  /** Default: loads the page anew. */
  onReload?: () => void;
  /** The request id, to be read to support. */
  requestId?: string;
  /** It stands within the shell, which is the page's main part already. */
  inside?: boolean;
}

const PAGES = {
  403: { words: 'denied', icon: ShieldX },
  404: { words: 'lost', icon: Compass },
  500: { words: 'failed', icon: TriangleAlert },
} as const;

/** A page of its own for what cannot be shown: not allowed, not there, or broken. */
export function ErrorPage({ code, onHome, onReload = () => location.reload(), requestId, inside }: ErrorPageProps) {
  const { t } = useTranslation('shell');
  const { words, icon } = PAGES[code];
  return (
    <chakra.main
      as={inside ? 'div' : 'main'}
      display="flex"
      flexDirection="column"
      h="full"
      minH={inside ? '60' : '100dvh'}
      bg="bg"
    >
      <Blank
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
            <Button icon={House} look={code === 500 ? 'ghost' : 'outline'} onClick={onHome}>
              {t('lost.home')}
            </Button>
          </>
        }
      >
        {t(`${words}.text`)}
        <chakra.small display="block" mt="2" textStyle="xs" color="fg.subtle">
          {[code, requestId].filter(Boolean).join(' · ')}
        </chakra.small>
      </Blank>
    </chakra.main>
  );
}
