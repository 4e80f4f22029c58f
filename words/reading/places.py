"""Which time zones each country has, and what people call zones that is not in the names of zones themselves.

All in lower case, and in letters without marks: :func:`words.reading.zones.read_zone` reads what people type likewise.
"""

_LISTED = """\
Afghanistan: Asia/Kabul
Albania: Europe/Tirane
Algeria: Africa/Algiers
Andorra: Europe/Andorra
Angola: Africa/Luanda
Anguilla: America/Anguilla
Antarctica: Antarctica/McMurdo Antarctica/Casey Antarctica/Davis Antarctica/DumontDUrville Antarctica/Mawson
    Antarctica/Palmer Antarctica/Rothera Antarctica/Syowa Antarctica/Troll Antarctica/Vostok
Antigua & Barbuda: America/Antigua
Argentina: America/Argentina/Buenos_Aires America/Argentina/Cordoba America/Argentina/Salta America/Argentina/Jujuy
    America/Argentina/Tucuman America/Argentina/Catamarca America/Argentina/La_Rioja America/Argentina/San_Juan
    America/Argentina/Mendoza America/Argentina/San_Luis America/Argentina/Rio_Gallegos America/Argentina/Ushuaia
Armenia: Asia/Yerevan
Aruba: America/Aruba
Australia: Australia/Lord_Howe Antarctica/Macquarie Australia/Hobart Australia/Melbourne Australia/Sydney
    Australia/Broken_Hill Australia/Brisbane Australia/Lindeman Australia/Adelaide Australia/Darwin Australia/Perth
    Australia/Eucla
Austria: Europe/Vienna
Azerbaijan: Asia/Baku
Bahamas: America/Nassau
Bahrain: Asia/Bahrain
Bangladesh: Asia/Dhaka
Barbados: America/Barbados
Belarus: Europe/Minsk
Belgium: Europe/Brussels
Belize: America/Belize
Benin: Africa/Porto-Novo
Bermuda: Atlantic/Bermuda
Bhutan: Asia/Thimphu
Bolivia: America/La_Paz
Bosnia & Herzegovina: Europe/Sarajevo
Botswana: Africa/Gaborone
Brazil: America/Noronha America/Belem America/Fortaleza America/Recife America/Araguaina America/Maceio America/Bahia
    America/Sao_Paulo America/Campo_Grande America/Cuiaba America/Santarem America/Porto_Velho America/Boa_Vista
    America/Manaus America/Eirunepe America/Rio_Branco
United Kingdom: Europe/London
British Indian Ocean Territory: Indian/Chagos
Brunei: Asia/Brunei
Bulgaria: Europe/Sofia
Burkina Faso: Africa/Ouagadougou
Burundi: Africa/Bujumbura
Cambodia: Asia/Phnom_Penh
Cameroon: Africa/Douala
Canada: America/St_Johns America/Halifax America/Glace_Bay America/Moncton America/Goose_Bay America/Blanc-Sablon
    America/Toronto America/Iqaluit America/Atikokan America/Winnipeg America/Resolute America/Rankin_Inlet
    America/Regina America/Swift_Current America/Edmonton America/Cambridge_Bay America/Inuvik America/Creston
    America/Dawson_Creek America/Fort_Nelson America/Whitehorse America/Dawson America/Vancouver
Cape Verde: Atlantic/Cape_Verde
Caribbean NL: America/Kralendijk
Cayman Islands: America/Cayman
Central African Rep.: Africa/Bangui
Chad: Africa/Ndjamena
Chile: America/Santiago America/Coyhaique America/Punta_Arenas Pacific/Easter
China: Asia/Shanghai Asia/Urumqi
Christmas Island: Indian/Christmas
Cocos (Keeling) Islands: Indian/Cocos
Colombia: America/Bogota
Comoros: Indian/Comoro
Congo (Dem. Rep.): Africa/Kinshasa Africa/Lubumbashi
Congo (Rep.): Africa/Brazzaville
Cook Islands: Pacific/Rarotonga
Costa Rica: America/Costa_Rica
Croatia: Europe/Zagreb
Cuba: America/Havana
Curacao: America/Curacao
Cyprus: Asia/Nicosia Asia/Famagusta
Czechia: Europe/Prague
Cote d'Ivoire: Africa/Abidjan
Denmark: Europe/Copenhagen
Djibouti: Africa/Djibouti
Dominica: America/Dominica
Dominican Republic: America/Santo_Domingo
East Timor: Asia/Dili
Ecuador: America/Guayaquil Pacific/Galapagos
Egypt: Africa/Cairo
El Salvador: America/El_Salvador
Equatorial Guinea: Africa/Malabo
Eritrea: Africa/Asmara
Estonia: Europe/Tallinn
Eswatini (Swaziland): Africa/Mbabane
Ethiopia: Africa/Addis_Ababa
Falkland Islands: Atlantic/Stanley
Faroe Islands: Atlantic/Faroe
Fiji: Pacific/Fiji
Finland: Europe/Helsinki
France: Europe/Paris
French Guiana: America/Cayenne
French Polynesia: Pacific/Tahiti Pacific/Marquesas Pacific/Gambier
French S. Terr.: Indian/Kerguelen
Gabon: Africa/Libreville
Gambia: Africa/Banjul
Georgia: Asia/Tbilisi
Germany: Europe/Berlin Europe/Busingen
Ghana: Africa/Accra
Gibraltar: Europe/Gibraltar
Greece: Europe/Athens
Greenland: America/Nuuk America/Danmarkshavn America/Scoresbysund America/Thule
Grenada: America/Grenada
Guadeloupe: America/Guadeloupe
Guam: Pacific/Guam
Guatemala: America/Guatemala
Guernsey: Europe/Guernsey
Guinea: Africa/Conakry
Guinea-Bissau: Africa/Bissau
Guyana: America/Guyana
Haiti: America/Port-au-Prince
Honduras: America/Tegucigalpa
Hong Kong: Asia/Hong_Kong
Hungary: Europe/Budapest
Iceland: Atlantic/Reykjavik
India: Asia/Kolkata
Indonesia: Asia/Jakarta Asia/Pontianak Asia/Makassar Asia/Jayapura
Iran: Asia/Tehran
Iraq: Asia/Baghdad
Ireland: Europe/Dublin
Isle of Man: Europe/Isle_of_Man
Israel: Asia/Jerusalem
Italy: Europe/Rome
Jamaica: America/Jamaica
Japan: Asia/Tokyo
Jersey: Europe/Jersey
Jordan: Asia/Amman
Kazakhstan: Asia/Almaty Asia/Qyzylorda Asia/Qostanay Asia/Aqtobe Asia/Aqtau Asia/Atyrau Asia/Oral
Kenya: Africa/Nairobi
Kiribati: Pacific/Tarawa Pacific/Kanton Pacific/Kiritimati
North Korea: Asia/Pyongyang
South Korea: Asia/Seoul
Kuwait: Asia/Kuwait
Kyrgyzstan: Asia/Bishkek
Laos: Asia/Vientiane
Latvia: Europe/Riga
Lebanon: Asia/Beirut
Lesotho: Africa/Maseru
Liberia: Africa/Monrovia
Libya: Africa/Tripoli
Liechtenstein: Europe/Vaduz
Lithuania: Europe/Vilnius
Luxembourg: Europe/Luxembourg
Macau: Asia/Macau
Madagascar: Indian/Antananarivo
Malawi: Africa/Blantyre
Malaysia: Asia/Kuala_Lumpur Asia/Kuching
Maldives: Indian/Maldives
Mali: Africa/Bamako
Malta: Europe/Malta
Marshall Islands: Pacific/Majuro Pacific/Kwajalein
Martinique: America/Martinique
Mauritania: Africa/Nouakchott
Mauritius: Indian/Mauritius
Mayotte: Indian/Mayotte
Mexico: America/Mexico_City America/Cancun America/Merida America/Monterrey America/Matamoros America/Chihuahua
    America/Ciudad_Juarez America/Ojinaga America/Mazatlan America/Bahia_Banderas America/Hermosillo America/Tijuana
Micronesia: Pacific/Chuuk Pacific/Pohnpei Pacific/Kosrae
Moldova: Europe/Chisinau
Monaco: Europe/Monaco
Mongolia: Asia/Ulaanbaatar Asia/Hovd
Montenegro: Europe/Podgorica
Montserrat: America/Montserrat
Morocco: Africa/Casablanca
Mozambique: Africa/Maputo
Myanmar (Burma): Asia/Yangon
Namibia: Africa/Windhoek
Nauru: Pacific/Nauru
Nepal: Asia/Kathmandu
Netherlands: Europe/Amsterdam
New Caledonia: Pacific/Noumea
New Zealand: Pacific/Auckland Pacific/Chatham
Nicaragua: America/Managua
Niger: Africa/Niamey
Nigeria: Africa/Lagos
Niue: Pacific/Niue
Norfolk Island: Pacific/Norfolk
North Macedonia: Europe/Skopje
Northern Mariana Islands: Pacific/Saipan
Norway: Europe/Oslo
Oman: Asia/Muscat
Pakistan: Asia/Karachi
Palau: Pacific/Palau
Palestine: Asia/Gaza Asia/Hebron
Panama: America/Panama
Papua New Guinea: Pacific/Port_Moresby Pacific/Bougainville
Paraguay: America/Asuncion
Peru: America/Lima
Philippines: Asia/Manila
Pitcairn: Pacific/Pitcairn
Poland: Europe/Warsaw
Portugal: Europe/Lisbon Atlantic/Madeira Atlantic/Azores
Puerto Rico: America/Puerto_Rico
Qatar: Asia/Qatar
Romania: Europe/Bucharest
Russia: Europe/Kaliningrad Europe/Moscow Europe/Kirov Europe/Volgograd Europe/Astrakhan Europe/Saratov
    Europe/Ulyanovsk Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Novosibirsk Asia/Barnaul Asia/Tomsk
    Asia/Novokuznetsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Chita Asia/Yakutsk Asia/Khandyga Asia/Vladivostok
    Asia/Ust-Nera Asia/Magadan Asia/Sakhalin Asia/Srednekolymsk Asia/Kamchatka Asia/Anadyr
Rwanda: Africa/Kigali
Reunion: Indian/Reunion
Samoa (American): Pacific/Pago_Pago
Samoa (western): Pacific/Apia
San Marino: Europe/San_Marino
Sao Tome & Principe: Africa/Sao_Tome
Saudi Arabia: Asia/Riyadh
Senegal: Africa/Dakar
Serbia: Europe/Belgrade
Seychelles: Indian/Mahe
Sierra Leone: Africa/Freetown
Singapore: Asia/Singapore
Slovakia: Europe/Bratislava
Slovenia: Europe/Ljubljana
Solomon Islands: Pacific/Guadalcanal
Somalia: Africa/Mogadishu
South Africa: Africa/Johannesburg
South Georgia & the South Sandwich Islands: Atlantic/South_Georgia
South Sudan: Africa/Juba
Spain: Europe/Madrid Africa/Ceuta Atlantic/Canary
Sri Lanka: Asia/Colombo
St Barthelemy: America/St_Barthelemy
St Helena: Atlantic/St_Helena
St Kitts & Nevis: America/St_Kitts
St Lucia: America/St_Lucia
St Maarten (Dutch): America/Lower_Princes
St Martin (French): America/Marigot
St Pierre & Miquelon: America/Miquelon
St Vincent: America/St_Vincent
Sudan: Africa/Khartoum
Suriname: America/Paramaribo
Svalbard & Jan Mayen: Arctic/Longyearbyen
Sweden: Europe/Stockholm
Switzerland: Europe/Zurich
Syria: Asia/Damascus
Taiwan: Asia/Taipei
Tajikistan: Asia/Dushanbe
Tanzania: Africa/Dar_es_Salaam
Thailand: Asia/Bangkok
Togo: Africa/Lome
Tokelau: Pacific/Fakaofo
Tonga: Pacific/Tongatapu
Trinidad & Tobago: America/Port_of_Spain
Tunisia: Africa/Tunis
Turkey: Europe/Istanbul
Turkmenistan: Asia/Ashgabat
Turks & Caicos Is: America/Grand_Turk
Tuvalu: Pacific/Funafuti
Uganda: Africa/Kampala
Ukraine: Europe/Simferopol Europe/Kyiv
United Arab Emirates: Asia/Dubai
United States: America/New_York America/Detroit America/Kentucky/Louisville America/Kentucky/Monticello
    America/Indiana/Indianapolis America/Indiana/Vincennes America/Indiana/Winamac America/Indiana/Marengo
    America/Indiana/Petersburg America/Indiana/Vevay America/Chicago America/Indiana/Tell_City America/Indiana/Knox
    America/Menominee America/North_Dakota/Center America/North_Dakota/New_Salem America/North_Dakota/Beulah
    America/Denver America/Boise America/Phoenix America/Los_Angeles America/Anchorage America/Juneau America/Sitka
    America/Metlakatla America/Yakutat America/Nome America/Adak Pacific/Honolulu
Uruguay: America/Montevideo
US minor outlying islands: Pacific/Midway Pacific/Wake
Uzbekistan: Asia/Samarkand Asia/Tashkent
Vanuatu: Pacific/Efate
Vatican City: Europe/Vatican
Venezuela: America/Caracas
Vietnam: Asia/Ho_Chi_Minh
Virgin Islands (UK): America/Tortola
Virgin Islands (US): America/St_Thomas
Wallis & Futuna: Pacific/Wallis
Western Sahara: Africa/El_Aaiun
Yemen: Asia/Aden
Zambia: Africa/Lusaka
Zimbabwe: Africa/Harare
Aland Islands: Europe/Mariehamn
"""

COUNTRIES = {
    name.lower(): tuple(zones.split())
    for name, _, zones in (line.partition(": ") for line in _LISTED.replace("\n    ", " ").splitlines())
}
"""A country, in lower case -> its zones."""

ALSO = {
    "czech republic": "czechia",
    "england": "united kingdom",
    "great britain": "united kingdom",
    "britain": "united kingdom",
    "holland": "netherlands",
    "ivory coast": "cote d'ivoire",
    "korea": "south korea",
    "northern ireland": "united kingdom",
    "russian federation": "russia",
    "scotland": "united kingdom",
    "turkiye": "turkey",
    "uae": "united arab emirates",
    "uk": "united kingdom",
    "us": "united states",
    "usa": "united states",
    "wales": "united kingdom",
}
"""Another name of a country -> the one above."""

CITIES = {
    **dict.fromkeys(
        ("bangalore", "bengaluru", "bombay", "calcutta", "chennai", "delhi", "hyderabad", "mumbai", "new delhi"),
        "Asia/Kolkata",
    ),
    **dict.fromkeys(("beijing", "guangzhou", "shenzhen"), "Asia/Shanghai"),
    **dict.fromkeys(("kyoto", "osaka"), "Asia/Tokyo"),
    **dict.fromkeys(("barcelona", "sevilla", "seville", "valencia"), "Europe/Madrid"),
    **dict.fromkeys(("cologne", "frankfurt", "hamburg", "munich", "munchen", "stuttgart"), "Europe/Berlin"),
    **dict.fromkeys(("florence", "milan", "milano", "naples", "roma", "turin", "venice"), "Europe/Rome"),
    **dict.fromkeys(("geneva", "basel", "bern"), "Europe/Zurich"),
    **dict.fromkeys(("birmingham", "edinburgh", "glasgow", "leeds", "liverpool", "manchester"), "Europe/London"),
    **dict.fromkeys(("lyon", "marseille", "toulouse"), "Europe/Paris"),
    **dict.fromkeys(("rotterdam", "the hague", "utrecht"), "Europe/Amsterdam"),
    **dict.fromkeys(("krakow", "gdansk", "warszawa"), "Europe/Warsaw"),
    **dict.fromkeys(("gothenburg", "malmo"), "Europe/Stockholm"),
    **dict.fromkeys(("wien", "graz", "salzburg"), "Europe/Vienna"),
    **dict.fromkeys(("atlanta", "boston", "miami", "nyc", "philadelphia", "washington"), "America/New_York"),
    **dict.fromkeys(("austin", "dallas", "houston", "minneapolis", "new orleans"), "America/Chicago"),
    **dict.fromkeys(("las vegas", "portland", "san diego", "san francisco", "seattle"), "America/Los_Angeles"),
    "salt lake city": "America/Denver",
    **dict.fromkeys(("montreal", "ottawa", "quebec"), "America/Toronto"),
    "calgary": "America/Edmonton",
    **dict.fromkeys(("brasilia", "rio de janeiro", "rio"), "America/Sao_Paulo"),
    "canberra": "Australia/Sydney",
    "wellington": "Pacific/Auckland",
    "kiev": "Europe/Kyiv",
    "saint petersburg": "Europe/Moscow",
    "st petersburg": "Europe/Moscow",
    "ankara": "Europe/Istanbul",
    "tel aviv": "Asia/Jerusalem",
    "islamabad": "Asia/Karachi",
    "lahore": "Asia/Karachi",
    "hanoi": "Asia/Ho_Chi_Minh",
    "saigon": "Asia/Ho_Chi_Minh",
    "abu dhabi": "Asia/Dubai",
    "cape town": "Africa/Johannesburg",
    "abuja": "Africa/Lagos",
}
"""A city that gives no zone its name -> the zone it lies in."""

ABBREVIATIONS = {
    "acst": ("Australia/Adelaide", "Australia/Darwin"),
    "aest": ("Australia/Sydney", "Australia/Brisbane"),
    "akst": ("America/Anchorage",),
    **dict.fromkeys(
        ("america", "united states", "us", "usa"),
        ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles"),
    ),
    "art": ("America/Argentina/Buenos_Aires",),
    "ast": ("America/Halifax", "America/Puerto_Rico", "Asia/Riyadh"),
    "awst": ("Australia/Perth",),
    "brt": ("America/Sao_Paulo",),
    "bst": ("Europe/London", "Asia/Dhaka"),
    "cat": ("Africa/Johannesburg", "Africa/Maputo"),
    "cdt": ("America/Chicago",),
    "cest": ("Europe/Paris", "Europe/Berlin", "Europe/Rome", "Europe/Madrid"),
    "cet": ("Europe/Paris", "Europe/Berlin", "Europe/Rome", "Europe/Madrid"),
    "cst": ("America/Chicago", "America/Mexico_City", "Asia/Shanghai"),
    "ct": ("America/Chicago",),
    "eat": ("Africa/Nairobi",),
    "edt": ("America/New_York", "America/Toronto"),
    "eest": ("Europe/Athens", "Europe/Helsinki", "Europe/Kyiv"),
    "eet": ("Europe/Athens", "Europe/Helsinki", "Europe/Kyiv"),
    "est": ("America/New_York", "America/Toronto", "America/Panama"),
    "et": ("America/New_York", "America/Toronto"),
    "georgia": ("America/New_York", "Asia/Tbilisi"),
    "gmt": ("Europe/London", "Africa/Accra", "UTC"),
    "hkt": ("Asia/Hong_Kong",),
    "hst": ("Pacific/Honolulu",),
    "ist": ("Asia/Kolkata", "Europe/Dublin", "Asia/Jerusalem"),
    "jst": ("Asia/Tokyo",),
    "kst": ("Asia/Seoul",),
    "mdt": ("America/Denver",),
    "met": ("Europe/Paris", "Europe/Berlin", "Europe/Rome", "Europe/Madrid"),
    "msk": ("Europe/Moscow",),
    "mst": ("America/Denver", "America/Phoenix"),
    "mt": ("America/Denver", "America/Phoenix"),
    "npt": ("Asia/Kathmandu",),
    "nst": ("America/St_Johns",),
    "nzdt": ("Pacific/Auckland",),
    "nzst": ("Pacific/Auckland",),
    "pdt": ("America/Los_Angeles", "America/Vancouver"),
    "pht": ("Asia/Manila",),
    "pkt": ("Asia/Karachi",),
    "pst": ("America/Los_Angeles", "America/Vancouver", "Asia/Manila"),
    "pt": ("America/Los_Angeles", "America/Vancouver"),
    "sast": ("Africa/Johannesburg",),
    "sgt": ("Asia/Singapore",),
    "wat": ("Africa/Lagos",),
    "west": ("Europe/Lisbon",),
    "wet": ("Europe/Lisbon",),
    "wib": ("Asia/Jakarta",),
    "z": ("UTC",),
}
"""An abbreviation, or a name of more than one zone, in lower case -> its zones, the likeliest first."""
