/** The screen of an address that does not exist: the same on the site and inside the portal. */
export function NotFound() {
  return (
    <main>
      <h1>Səhifə tapılmadı</h1>
      <a href="/">Ana səhifəyə qayıt</a>
    </main>
  );
}
