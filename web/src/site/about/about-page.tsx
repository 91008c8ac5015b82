import { provider } from '@deqiq/contract/shared/provider.ts';
import type { ReactNode } from 'react';
import { Call } from '../components/call.tsx';
import { Drawing } from '../components/drawing.tsx';
import { PageHead } from '../components/page-head.tsx';

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-headline">{title}</h2>
      <div className="mt-5 grid max-w-xl gap-4 text-muted">{children}</div>
    </div>
  );
}

export function AboutPage() {
  return (
    <main id="content">
      <PageHead title="Haqqımızda">
        {provider.name} Bakıda rəqəmsal diş və üz-çənə diaqnostikası mərkəzidir. On ildən artıqdır
        ki, bir işlə məşğuluq: ağızda və çənədə nə baş verdiyini dəqiq göstəririk.
      </PageHead>
      <div className="bleed-right overflow-clip bg-mist md:rounded-l-sheet">
        <Drawing
          name="entrance"
          alt="Klinikanın qəbul otağı: tağ altında qeydiyyat masası, divarda panoramik şəkil, pəncərədən Bakı görünür"
          className="h-[clamp(15rem,38vw,34rem)] w-full object-cover"
        />
      </div>

      <section className="page-width grid gap-x-16 gap-y-12 py-section lg:grid-cols-2">
        <Topic title="Dəqiq diaqnostika">
          <p>
            Yaxşı müalicə düzgün sualdan başlayır. Kök harada bitir? Sinir kanalına neçə millimetr
            qalır? Sümük implantı saxlayacaqmı? Biz şəkli bu suallara cavab verəcək şəkildə çəkir,
            məsafələri ölçür və cavabı yazılı rəydə göstəririk.
          </p>
          <p>
            Müayinəni həkiminiz seçir, biz isə ondan artığını təklif etmirik: bir diş üçün kiçik
            şəkil bəs edirsə, bütün çənəni çəkmirik.
          </p>
        </Topic>
        <Topic title="Beynəlxalq protokollar">
          <p>
            Dozanı ALARA prinsipi ilə seçirik: sualı cavablandıran ən kiçik doza. Uşaqlar və
            hamilələr üçün ayrıca qaydalar var.
          </p>
          <p>
            Alətlər hər pasiyentdən sonra sterilizə edilir. Şəkillər beynəlxalq DICOM formatındadır,
            ona görə onları istənilən klinikada açmaq olur. Məlumatlarınızı yalnız siz və sizi
            göndərən həkim görür.
          </p>
        </Topic>
      </section>

      <section className="lightbox">
        <div className="page-width grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[5fr_7fr]">
          <Topic title="Müasir avadanlıqlar">
            <p>
              Panoramik aparat başınızın ətrafında bir dəfə fırlanır, 3D rentgen (KLKT) isə belə bir
              dövrədə çənənin həcmli şəklini qurur. İntraoral kamera və lazer kariyesi şüasız
              axtarır, ağızdaxili skaner ölçü götürməni əvəz edir.
            </p>
            <p>
              Hamısı rəqəmsaldır: film, kimyəvi məhlul və saatlarla gözləmə yoxdur. Şəkil çəkiliş
              bitən kimi ekrandadır.
            </p>
          </Topic>
          <Drawing
            name="equipment"
            alt="3D rentgen aparatı: şüa mənbəyi və detektor pasiyentin başının iki tərəfində, yanda skanerin ekranı"
            className="w-full"
          />
        </div>
      </section>

      <section className="page-width grid items-center gap-x-16 gap-y-10 py-section lg:grid-cols-[7fr_5fr]">
        <div className="overflow-clip rounded-sheet bg-mist max-lg:order-last">
          <Drawing
            name="reading"
            alt="İki həkim böyük ekranda panoramik şəklə baxır, biri tapıntını göstərir"
            className="w-full"
          />
        </div>
        <Topic title="Təcrübəli həkimlər">
          <p>
            Aparat şəkil verir, cavabı isə həkim. Hər şəklə diş rentgenologiyasında təcrübəli həkim
            baxır, rəyi özü yazır və imzalayır.
          </p>
          <p>
            Çətin hallarda şəkli ikinci həkim də oxuyur. Sizi göndərən həkim sual verəndə, cavabı
            rəyi yazan həkimin özündən alır.
          </p>
        </Topic>
      </section>
      <Call
        title="Gəlin tanış olaq"
        text="Göndərişiniz varsa, qəbula yazılın. Yoxdursa, zəng edin: hansı müayinənin lazım olduğunu birlikdə aydınlaşdıraq."
      />
    </main>
  );
}
