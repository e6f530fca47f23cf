/** One message of staff or resident, or an internal note. */
export interface Turn {
  by: 'staff' | 'resident' | 'note';
  text: string;
}

/**
 * Dialogues. `+` staff, `-` resident, `#` internal note. `{c}` is the form of address of the resident (anh, chị), `{C}`
 * the same capitalised, `{ten}` the given name of the resident, `{gio}` a time in the near future. Each ends with a
 * message of staff.
 */
const SCRIPTS = {
  rails: `
    + Em chào {c} {ten}, em đã báo tổ kỹ thuật. Bảng số trong thang có báo mã lỗi không {c}?
    # Thang vừa bảo trì đầu tháng. Đã gọi nhà thầu kiểm tra ray dẫn hướng, hẹn {gio}.
    - Có hiện chữ E-27 em nhé, {c} vừa đi lại vẫn thấy.
    + Dạ em cảm ơn {c}. Bên bảo trì sẽ có mặt lúc {gio}, trong lúc kiểm tra mời cư dân dùng tạm hai thang còn lại ạ.
    - Ok em, nhớ treo biển để mọi người biết.
    + Dạ thang đã chỉnh xong ray và chạy thử ổn định. {C} đi lại nếu còn rung báo em ngay ạ.
  `,
  stopped: `
    + Dạ BQL đã nhận được phản ánh của {c}, kỹ thuật trực đang lên kiểm tra ạ.
    - Nhanh giúp {c}, giờ này đông người đi lắm.
    + Kỹ thuật đã dừng thang để xử lý, dự kiến chạy lại trước {gio}. Mong {c} thông cảm.
    # Mòn guốc cửa tầng, đã thay tạm. Đặt hàng guốc mới, nhớ hỏi lại nhà thầu thứ Năm.
    + Thang đã hoạt động bình thường rồi {c} nhé. Em cảm ơn {c} đã báo.
  `,
  rush: `
    # Gọi lại cư dân hỏi rõ thang nào, ghi giờ bị lỗi.
    + Em chào {c}, {c} cho em hỏi lỗi xảy ra khoảng mấy giờ để em đối chiếu với nhật ký thang ạ?
    - Khoảng 7h40 sáng em, hai hôm liền đều giờ đó.
    + Em đã ghi nhận và chuyển nhà thầu theo dõi trong giờ cao điểm ngày mai. Em sẽ báo lại {c} kết quả.
  `,
  lamp: `
    + Em chào {c}, kỹ thuật sẽ lên kiểm tra lúc {gio}, {c} có ở nhà không ạ?
    - {C} đi làm rồi, ở nhà có bà, em bảo các bạn bấm chuông to một chút.
    + Dạ vâng, em dặn kỹ thuật rồi ạ.
    # Bóng led ốp trần 18W trong kho còn 6 cái, xin nhập thêm.
    + Kỹ thuật báo đã thay xong và kiểm tra lại đường dây. {C} xem giúp em đã ổn chưa nhé.
  `,
  socket: `
    + Dạ để an toàn {c} giúp em tắt aptomat khu vực đó và không dùng ổ này. Kỹ thuật trực đang lên ngay ạ.
    - {C} tắt rồi, vẫn còn mùi khét nhẹ.
    # Đo tải: ổ bị lỏng cọc, dây cháy sém khoảng 10 cm. Trong căn hộ nên tính phí vật tư.
    + Kỹ thuật đã thay ổ và đầu dây. Vật tư 85.000đ {c} thanh toán cùng thông báo phí tháng tới được không ạ?
    - Được em, cảm ơn các bạn xử lý nhanh.
    + Dạ em cảm ơn {c}. Có gì bất thường {c} gọi hotline trực 24/7 giúp em ạ.
  `,
  outage: `
    + BQL đã nhận được thông tin, kỹ thuật đang kiểm tra tủ điện tầng {floor}.
    - Sắp tối rồi mà nhà có em bé, mong các bạn xử lý sớm giúp.
    + Dạ nguyên nhân do đầu cốt aptomat tầng bị lỏng, kỹ thuật siết lại xong lúc {gio}. Nhà mình có điện lại rồi chứ {c}?
    - Có rồi em.
    + Dạ vâng, em đóng yêu cầu, {c} đánh giá giúp em nhé.
  `,
  ceiling: `
    + Em chào {c} {ten}, em đã liên hệ căn phía trên. Kỹ thuật lên kiểm tra cả hai nhà lúc {gio} được không ạ?
    - Được em, {c} ở nhà cả ngày.
    # Căn trên thừa nhận mới thay bồn cầu. Thử màu: nước xuống sau 5 phút, rò ở cổ bồn cầu.
    + Dạ kỹ thuật xác định rò ở cổ thoát căn phía trên, chủ nhà đã hẹn thợ xử lý chiều mai. BQL sẽ giám sát ạ.
    - Còn trần nhà {c} bị ố thì ai sơn lại?
    + Căn phía trên đồng ý sơn lại trần sau khi khô hẳn, khoảng một tuần. Em đã lập biên bản có chữ ký hai bên, gửi {c} một bản.
    - Ok em, làm vậy là rõ ràng rồi.
    + Dạ trần đã được sơn lại hôm nay. {C} kiểm tra giúp em nhé.
  `,
  pump: `
    + Dạ em ghi nhận, kỹ thuật đang kiểm tra áp lực bơm tăng áp khu tầng cao ạ.
    - Cả tầng {floor} đều bị chứ không riêng nhà {c} đâu.
    # Bơm số 2 mất áp, chạy dự phòng bơm 3. Báo giá phớt bơm gửi anh Khải duyệt.
    + Hiện đã chuyển sang bơm dự phòng, {c} thử lại giúp em xem nước đã mạnh hơn chưa ạ?
    - Mạnh hơn rồi nhưng chưa bằng trước.
    + Dạ ngày mai nhà thầu thay phớt bơm chính, sau đó áp lực sẽ trở lại như cũ. Em cập nhật {c} ngay khi xong.
  `,
  valve: `
    + Em chào {c}, kỹ thuật đã khoá tạm van nhánh căn {unit} để tránh lãng phí, thợ lên thay van lúc {gio}.
    - Thay có mất phí không em?
    + Van trước đồng hồ thuộc phần chung nên không tính phí ạ.
    - Vậy tốt quá, cảm ơn em.
    + Van mới đã lắp xong, kỹ thuật mở nước lại rồi {c} nhé.
  `,
  clean: `
    + Em chào {c}, em đã nhắc tổ vệ sinh lên dọn ngay, dự kiến xong trước {gio} ạ.
    # Ca chiều thiếu 1 người, nhờ giám sát công ty vệ sinh bổ sung từ mai.
    - Dọn rồi nhưng vẫn còn mùi em ạ.
    + Dạ em cho rửa lại bằng hoá chất khử mùi và kiểm tra quạt hút phòng rác. Em cảm ơn {c} đã phản hồi.
  `,
  often: `
    + Dạ BQL xin lỗi {c} vì sự bất tiện này. Em đã chuyển giám sát vệ sinh xử lý.
    - Tuần nào cũng bị một lần như vậy, mong có giải pháp lâu dài.
    + Từ tuần này BQL tăng tần suất lấy rác lên 3 lần mỗi ngày, có bảng ký xác nhận ở cửa phòng rác. {C} theo dõi giúp em nhé.
  `,
  bulky: `
    + Em gửi {c} lịch thu gom đồ cồng kềnh: sáng thứ Bảy hằng tuần, {c} tập kết ở cửa hầm B1 trước 9h ạ.
    - Đồ nặng quá, có người hỗ trợ chuyển xuống không em?
    + Có tổ vận chuyển hỗ trợ, phí 150.000đ một lượt và {c} giúp em đăng ký thang hàng trước một ngày nhé.
  `,
  stranger: `
    + Dạ em đã báo ca trực an ninh lên tầng {floor} kiểm tra ngay ạ. {C} mô tả giúp em đặc điểm nhận dạng được không?
    - Hai người nam, áo xanh, đeo túi chéo, đi thang bộ lên thì phải.
    # Xem camera sảnh: vào lúc cư dân mở cửa đi theo. Chấn chỉnh bảo vệ ca A.
    + An ninh đã mời hai người này ra khỏi toà nhà và lập biên bản nhắc nhở. Cảm ơn {c} đã báo kịp thời.
  `,
  camera: `
    + Em chào {c}, em đã chuyển yêu cầu trích xuất camera. {C} cho em biết khoảng thời gian chính xác hơn ạ?
    - Từ 17h đến 18h em nhé.
    # Theo quy định chỉ cho xem tại phòng điều khiển, không gửi file. Hẹn cư dân xuống ký biên bản.
    + Dạ đã tìm thấy đoạn hình liên quan. {C} xuống phòng an ninh tầng 1 lúc {gio}, mang theo thẻ cư dân để xem giúp em ạ.
    - Ok, {c} xuống ngay.
    + Đồ của {c} đã được bàn giao lại, em xin phép đóng yêu cầu ạ.
  `,
  safety: `
    + BQL đã tiếp nhận, an ninh đang kiểm tra hiện trường ạ.
    - Nhờ các bạn xử lý nghiêm giúp, liên quan an toàn cả toà nhà.
    + Dạ đã khắc phục và chụp ảnh lưu hồ sơ. BQL sẽ dán thông báo nhắc nhở tại tầng {floor}.
  `,
  works: `
    + Em chào {c}, em đã cho bảo vệ lên nhắc nhở căn đang thi công ạ.
    - Vừa im được 10 phút lại khoan tiếp em ơi.
    # Nhà thầu căn này vi phạm lần 2. Lần 3 thì dừng thi công, trừ cọc theo nội quy.
    + Dạ BQL đã lập biên bản và yêu cầu dừng thi công đến 8h sáng mai. Em xin lỗi {c} vì sự phiền hà.
    - Cảm ơn em.
    + Dạ không có gì ạ. Nếu còn tái diễn {c} gọi trực tiếp hotline để bảo vệ lên ngay.
  `,
  above: `
    + Dạ em hiểu ạ. Em sẽ trao đổi nhẹ nhàng với chủ hộ và không nhắc tới căn của {c}.
    - Ừ, em nói khéo giúp {c}.
    # Đã gọi chủ hộ, nhà có hai cháu nhỏ. Họ sẽ trải thảm và dán chân ghế.
    + Chủ hộ rất thiện chí, hẹn trải thảm và dán đệm chân ghế trong tuần này. {C} theo dõi thêm giúp em nhé.
  `,
  hum: `
    + Em đã nhờ kỹ thuật lên đo độ ồn lúc {gio}, {c} cho kỹ thuật vào phòng ngủ kiểm tra được không ạ?
    - Được em, nhưng sau 20h mới có người ở nhà.
    + Dạ vậy em dời lịch sang 20h15 tối nay ạ.
    # Quạt hút trục 3 rơ bạc đạn. Đặt hàng thay, tạm giảm tốc ban đêm.
    + Kỹ thuật đã giảm tốc quạt ban đêm, bạc đạn mới về sẽ thay ngay. {C} nghe lại tối nay giúp em.
  `,
  motorbike: `
    + Em chào {c}, để đăng ký {c} gửi giúp em ảnh cà vẹt xe và biển số ạ.
    - {C} gửi ở quầy lễ tân sáng nay rồi.
    # Lễ tân xác nhận đã nhận hồ sơ. Hầm B1 còn 12 suất xe máy.
    + Dạ hồ sơ đã đủ, phí 120.000đ một tháng tính từ ngày kích hoạt. Em kích hoạt thẻ xe cho {c} luôn nhé?
    - Ừ em kích hoạt luôn đi.
    + Dạ xong rồi ạ, {c} quẹt thử ở barrier giúp em.
  `,
  slot: `
    + Dạ em đã báo bảo vệ hầm xuống xử lý ngay. {C} đỗ tạm ô khách giúp em 15 phút ạ.
    - Lần nào cũng đỗ tạm, {c} trả tiền tháng mà.
    # Xe của khách căn khác. Đã khoá bánh, gọi chủ xe xuống di dời.
    + BQL xin lỗi {c}. Xe đã được di dời, chủ căn liên quan bị nhắc nhở bằng văn bản. Em sẽ lắp thêm biển số ô cho {c}.
  `,
  scratch: `
    + Em đã xem camera khu B và thấy thời điểm xe bị đổ, đang xác minh biển số xe va chạm ạ.
    - Có kết quả báo {c} sớm nhé.
    + Dạ đã liên hệ được chủ xe, hai bên gặp nhau ở phòng BQL lúc {gio} được không {c}?
    - Được em.
    + Hai bên đã thống nhất bồi thường, em lưu biên bản và đóng yêu cầu ạ.
  `,
  rights: `
    + Em chào {c} {ten}, {c} cho em xin số in trên thẻ để em kiểm tra quyền ạ.
    - Số 0048213 em nhé.
    # Thẻ hết hạn quyền thang theo hợp đồng thuê cũ. Gia hạn 12 tháng.
    + Dạ quyền thang máy của thẻ đã hết hạn, em vừa gia hạn lại. {C} quẹt thử sau 5 phút giúp em nhé.
    - Được rồi em, cảm ơn em.
    + Dạ em cảm ơn {c}.
  `,
  lost: `
    + Em đã khoá thẻ cũ ngay bây giờ để đảm bảo an toàn ạ. Phí cấp lại 100.000đ, {c} nhận ở quầy lễ tân trong giờ hành chính.
    - Chiều {c} nhờ người nhà xuống lấy được không?
    + Dạ được, người nhận mang theo căn cước để ký nhận giúp em nhé.
  `,
  newCard: `
    + Dạ {c} cần phiếu đăng ký có chữ ký chủ hộ và ảnh căn cước của người được cấp thẻ ạ.
    - {C} điền phiếu online được không em?
    + Dạ được, em gửi đường dẫn qua app rồi. Có thẻ em báo {c} xuống nhận.
    # In thẻ xong, để ngăn số 2 quầy lễ tân.
    + Thẻ đã sẵn sàng tại quầy lễ tân, {c} xuống nhận giúp em trước 20h nhé.
  `,
  matched: `
    + Em chào {c}, em đã chuyển kế toán kiểm tra, dự kiến phản hồi trước {gio} ạ.
    # Giao dịch thiếu mã căn trong nội dung nên chưa khớp tự động. Kế toán khớp tay.
    - {C} có chụp màn hình chuyển khoản, cần thì {c} gửi.
    + Dạ kế toán đã tìm thấy giao dịch và cập nhật công nợ. {C} mở lại app giúp em, số dư nợ đã về 0 ạ.
    - Đúng rồi em, cảm ơn.
    + Dạ lần sau {c} ghi giúp em mã căn {unit} trong nội dung để hệ thống tự khớp nhé.
  `,
  area: `
    + Dạ em gửi {c} thông tin: phí quản lý tính theo diện tích thông thuỷ ghi trên hợp đồng mua bán.
    - Nhưng diện tích trên thông báo lệch 1,2 m2 so với sổ của {c}.
    # Đối chiếu hợp đồng: đúng là nhập sai diện tích từ đầu năm. Báo kế toán trưởng điều chỉnh giảm.
    + Kế toán đã đối chiếu, đúng là bên em nhập sai. Phần thu thừa sẽ trừ vào thông báo phí tháng tới, em xin lỗi {c}.
  `,
  resend: `
    + Em đã gửi lại hoá đơn điện tử vào email đăng ký của {c} ạ.
    - {C} chưa thấy, em kiểm tra lại địa chỉ giúp.
    + Dạ email cũ bị sai một ký tự, {c} cập nhật trong app rồi báo em gửi lại ngay ạ.
    - {C} sửa rồi nhé.
    + Em vừa gửi lại, {c} kiểm tra cả mục thư rác giúp em.
  `,
  warranty: `
    + Em chào {c}, em đã cho đặt biển cảnh báo tạm. Kỹ thuật khảo sát lúc {gio} ạ.
    # Hạng mục còn bảo hành chủ đầu tư đến hết năm. Gửi công văn kèm ảnh.
    - Bao giờ thì sửa được em?
    + Dạ nhà thầu bảo hành hẹn thi công trong 3 ngày làm việc, em sẽ theo sát tiến độ và báo {c}.
    - Được, {c} chờ.
    + Hạng mục đã sửa xong và nghiệm thu sáng nay. Em cảm ơn {c} đã kiên nhẫn.
  `,
  again: `
    + Dạ BQL đã tiếp nhận và chuyển bộ phận kỹ thuật lập phương án ạ.
    - Lần trước cũng nói vậy rồi để đấy hai tháng.
    # Cư dân đã phản ánh lần 2, ưu tiên xử lý trong tuần. Báo anh Khải.
    + Em rất xin lỗi vì chậm trễ. Lần này lịch sửa đã chốt sáng thứ Năm, em gửi {c} ảnh trước và sau khi làm.
  `,
  closed: `
    + Em chào {c}, kỹ thuật đã kiểm tra và tạm khoá khu vực để đảm bảo an toàn.
    - Ok em, miễn an toàn cho các cháu.
    + Vật tư thay thế đã về, tổ kỹ thuật lắp xong lúc {gio}. Khu vực đã mở lại bình thường ạ.
  `,
  button: `
    + Em chào {c}, kỹ thuật đã kiểm tra, nút gọi bị kẹt do dính nước lau sàn ạ.
    - Vậy có phải thay không em, nhà {c} có ông cụ bấm mãi không được.
    # Lấy nút dự phòng trong kho thang, lắp trong ca chiều.
    + Kỹ thuật đã thay nút mới, đèn báo sáng bình thường rồi {c} nhé.
  `,
  fan: `
    + Dạ BQL đã nhận được, kỹ thuật kiểm tra quạt cabin lúc {gio} ạ.
    - Ok em, trời nóng thế này bí lắm.
    # Quạt cháy tụ, còn 1 cái trong kho. Kiểm tra luôn hố thang có đọng nước không.
    + Quạt cabin đã thay và vệ sinh khử mùi xong. {C} đi lại thấy còn mùi báo em ngay nhé.
  `,
  load: `
    + Em chào {c}, công suất cho phép của căn {unit} là 40A. Bếp từ và bình nóng lạnh bật cùng lúc dễ quá tải ạ.
    - Trước giờ vẫn dùng vậy có sao đâu em.
    + Dạ để chắc chắn, kỹ thuật lên đo dòng giúp {c} lúc {gio} được không ạ?
    - Được, {c} ở nhà.
    # Aptomat già, nhảy ở 32A. Báo giá thay mới 350.000đ, cư dân đồng ý.
    + Kỹ thuật đã thay aptomat và thử tải đủ. {C} dùng lại bình thường giúp em.
  `,
  intercom: `
    + Dạ {c} cho em hỏi màn hình có đèn nguồn không ạ?
    - Không có đèn gì hết em, tối đen.
    # Mất nguồn nhánh intercom trục tầng {floor}, 4 căn cùng bị.
    + Kỹ thuật đã khôi phục nguồn cho cả trục. {C} nhờ người bấm thử từ sảnh giúp em nhé.
  `,
  tank: `
    + Em chào {c}, hôm qua toà nhà thau rửa bể mái nên cặn trong đường ống bị xáo lên ạ.
    - Sao không thông báo trước cho cư dân?
    # Thông báo gửi trễ, nhận lỗi với cư dân. Lấy mẫu nước tầng {floor} gửi kiểm nghiệm.
    + BQL xin lỗi {c} vì thông báo trễ. Kỹ thuật đã xả cặn trục đứng, kết quả kiểm nghiệm em sẽ gửi ngay khi có.
    - Giờ nước trong lại rồi em.
    + Dạ em cảm ơn {c} đã phản hồi. Kết quả kiểm nghiệm đạt, em dán ở bảng tin sảnh ạ.
  `,
  drain: `
    + Dạ kỹ thuật mang máy thông ống lên căn {unit} ngay bây giờ, {c} có ở nhà không ạ?
    - Có em, lên nhanh giúp {c} nước sắp vào phòng khách rồi.
    # Trục thoát lô gia tắc vữa xây dựng ở tầng dưới. Thông xong, chụp ảnh lưu.
    + Trục thoát đã thông, kỹ thuật lắp thêm lưới chắn rác. Mưa tới {c} theo dõi giúp em nhé.
  `,
  shutWater: `
    + Dạ em đã xếp kỹ thuật hỗ trợ khoá nước căn {unit}, thợ đến {c} gọi lễ tân trước 10 phút giúp em ạ.
    - Ok em, khoảng 14h thợ tới.
    + Kỹ thuật đã mở nước lại sau khi thợ làm xong. {C} kiểm tra giúp em có rỉ chỗ nào không nhé.
  `,
  spray: `
    + Em chào {c}, lịch phun diệt côn trùng toàn toà là thứ Bảy tuần này, từ 9h đến 11h ạ.
    - Nhà {c} có em bé, thuốc có độc không em?
    + Dạ thuốc sinh học an toàn, chỉ phun hành lang và phòng rác. {C} đóng kín cửa trong giờ phun giúp em ạ.
    # Báo công ty phun thêm phòng rác tầng {floor}, cư dân phản ánh nhiều gián.
    + Đơn vị đã phun xong, một tuần sau phun nhắc lại. {C} thấy còn gián báo em nhé.
  `,
  dogMess: `
    + Dạ BQL đã cho vệ sinh khu vực. Em đang xem camera để xác định chủ vật nuôi ạ.
    - Nhắc nhở chung trong nhóm không ăn thua đâu em, phải phạt.
    # Xác định được căn nuôi chó, gửi văn bản nhắc lần 1 theo nội quy vật nuôi.
    + BQL đã làm việc trực tiếp với chủ vật nuôi và gửi văn bản nhắc nhở. Tái phạm sẽ xử lý theo nội quy ạ.
  `,
  party: `
    + Dạ bảo vệ đang lên tầng {floor} nhắc nhở ạ.
    - Nhỏ được một lúc rồi lại to hơn em ơi.
    # Lập biên bản lần 1, chủ nhà đã ký. Lần 2 mời tổ dân phố cùng làm việc.
    + BQL đã lập biên bản và chủ nhà cam kết dừng. Em xin lỗi {c} vì tối nay bị làm phiền.
  `,
  barking: `
    + Em chào {c}, em đã liên hệ chủ hộ. Chủ nhà đi công tác, gửi chó cho người quen trông ạ.
    - Hôm nay vẫn sủa cả buổi chiều đấy em.
    + Dạ chủ hộ hẹn tối nay chuyển chó đi gửi ở trại. Nếu mai còn ồn {c} báo em lập biên bản nhé.
  `,
  carSlot: `
    + Dạ ô tô gửi tháng ở hầm B2 phí 1.250.000đ, hiện còn 3 ô trống ạ.
    - Cho {c} đăng ký từ đầu tháng sau.
    # Đủ điều kiện: mỗi căn tối đa 1 ô. Giữ ô B2-47 đến hết tuần.
    + Em đã giữ ô B2-47, {c} xuống quầy ký hợp đồng gửi xe trước thứ Sáu giúp em. Nhớ mang đăng ký xe ạ.
  `,
  face: `
    + Dạ {c} cho bác xuống quầy lễ tân đăng ký lại khuôn mặt giúp em, chỉ mất 2 phút ạ.
    - Đăng ký hai lần rồi, cứ đeo kính là không nhận.
    # Chụp đủ 2 bộ có kính và không kính, nâng phiên bản máy cửa sảnh.
    + Lễ tân đã đăng ký thêm bộ ảnh có đeo kính. Giờ máy nhận bình thường rồi {c} nhé.
  `,
  cardBack: `
    + Em đã khoá thẻ ngay từ bây giờ ạ. Tiền cọc hoàn lại sau khi lễ tân nhận đủ thẻ.
    - Thẻ {c} để ở quầy rồi, nhận bằng chuyển khoản được không?
    + Dạ được, kế toán chuyển khoản trong 3 ngày làm việc. {C} kiểm tra tài khoản giúp em.
  `,
  meterRead: `
    + Em chào {c}, kỹ thuật sẽ đọc lại đồng hồ nước căn {unit} cùng {c} lúc {gio} ạ.
    - Ok em, {c} cũng chụp ảnh đồng hồ từ hôm đầu tháng.
    # Nhân viên ghi nhầm số 3 thành 8. Lập điều chỉnh giảm, kế toán trưởng ký.
    + Dạ đúng là bên em ghi nhầm chỉ số. Thông báo phí đã được điều chỉnh giảm, em xin lỗi {c}.
  `,
  recipient: `
    + Dạ {c} cho em xin họ tên và email người nhận mới ạ.
    - {C} gửi trong app mục thông tin căn hộ rồi em.
    + Em đã cập nhật, từ kỳ tới thông báo phí sẽ gửi về email mới. Công nợ vẫn đứng tên chủ hộ ạ.
  `,
  visit: `
    + Dạ BQL đã tiếp nhận, kỹ thuật sẽ kiểm tra lúc {gio} ạ.
    - Cảm ơn em, có kết quả báo {c} nhé.
    # Đã kiểm tra tại chỗ, có vật tư thay ngay trong ca.
    + Kỹ thuật đã xử lý xong, {c} kiểm tra lại giúp em nhé.
  `,
  refer: `
    + Em chào {c} {ten}, em đã chuyển bộ phận liên quan và xin phản hồi trong ngày ạ.
    - Ok em.
    + Dạ bộ phận đã xử lý và gửi ảnh sau khi hoàn thành. Em cảm ơn {c} đã góp ý.
  `,
} as const satisfies Record<string, string>;

export type Talk = keyof typeof SCRIPTS;

const SPEAKERS = { '+': 'staff', '-': 'resident', '#': 'note' } as const;

function turnsOf(script: string): readonly Turn[] {
  return script
    .trim()
    .split('\n')
    .map(line => {
      const [mark, ...words] = line.trim().split(' ');
      if (mark !== '+' && mark !== '-' && mark !== '#') throw new Error(`who says: ${line}`);
      return { by: SPEAKERS[mark], text: words.join(' ') };
    });
}

export const DIALOGUES: ReadonlyMap<string, readonly Turn[]> = new Map(
  Object.entries(SCRIPTS).map(([name, script]) => [name, turnsOf(script)]),
);
