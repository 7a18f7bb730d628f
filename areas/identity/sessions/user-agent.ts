/** In the order they are looked for: most browsers also name the one they descend from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^(?:python|okhttp|axios|node|PostmanRuntime|Go-http-client|Java|Dart)\b/i, 'A program'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];
const first = (list: typeof browsers, text: string) => list.find(([form]) => form.test(text))?.[1];

/**
 * Browser and system of a User-Agent header in words, as far as they can be told: a header is whatever its sender likes, so
 * this helps somebody to know a device again and proves nothing.
 */
export function deviceInWords(userAgent: string | null): { device: string; isPhone: boolean } {
  const text = (userAgent ?? '').slice(0, 300);
  const [browser, system] = [first(browsers, text), first(systems, text)];
  return {
    device: browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device'),
    isPhone: /\biPhone\b|\bAndroid\b.*\bMobile\b/.test(text),
  };
}
