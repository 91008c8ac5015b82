import { type ComponentProps, lazy, Suspense } from 'react';

const BookingDialog = lazy(async () => ({
  default: (await import('./booking-dialog.tsx')).BookingDialog,
}));

/** The dialog that books a time, for screens beside the calendar: it is loaded when it opens. */
export const LazyBookingDialog = (props: ComponentProps<typeof BookingDialog>) => (
  <Suspense>
    <BookingDialog {...props} />
  </Suspense>
);
