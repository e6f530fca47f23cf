import { useSearchParams } from 'react-router';

/** The values in the address of a screen, and how one is set or, by an empty one, taken away; the way back leads past the changes. */
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
