import { useSearchParams } from 'react-router';

/**
 * Query parameters of a screen, and a function to set one (an empty value removes it). Changes replace the history entry, so
 * that Back leaves the screen.
 */
export function useAddressValues<N extends string>(): readonly [
  values: URLSearchParams,
  put: (name: N, value: string) => void,
] {
  const [values, setValues] = useSearchParams();
  const put = (name: N, value: string) =>
    setValues(
      now => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  return [values, put];
}
