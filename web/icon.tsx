/** Signs, drawn on a square of 24. */
const PATHS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.500 4.500',
  close: 'm6 6 12 12M18 6 6 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-6v2m0 16v2M2 12h2m16 0h2M5 5l1.400 1.400M17.600 17.600 19 19M19 5l-1.400 1.400M6.400 17.600 5 19',
  moon: 'M20 14.500A8.500 8.500 0 1 1 9.500 4 7 7 0 0 0 20 14.500Z',
  help: 'M9.200 9a2.900 2.900 0 1 1 4 2.700c-.9.400-1.200 1-1.200 2.100M12 17.500v.1M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19Z',
  back: 'M15 5l-7 7 7 7',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  locked: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  unlocked: 'M6 11h12v9H6zM8.500 11V7.500a3.500 3.500 0 0 1 6.800-1.200',
  pen: 'M4 20l1-4L16 5l3 3L8 19ZM14 7l3 3',
  take: 'M12 4v11m-5-5 5 5 5-5M5 20h14',
  out: 'M14 4h5v16h-5M10 8l-4 4 4 4M6 12h9',
} as const;

export function Icon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
